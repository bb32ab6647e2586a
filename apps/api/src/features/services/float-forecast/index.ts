export { readFloatForecast } from './read-forecast.ts';
