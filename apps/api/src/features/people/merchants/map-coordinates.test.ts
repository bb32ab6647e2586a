import { expect, test } from 'vitest';
import { coordinatesIn } from './map-coordinates.ts';

test('reads the coordinates from the links of map services', () => {
  for (const link of [
    'https://www.google.com/maps/search/?api=1&query=-1.2833%2C36.8219',
    'https://www.google.com/maps/search/?api=1&query=-1.2833,+36.8219',
    'https://www.google.com/maps?q=-1.2833,36.8219&z=17',
    'https://www.google.com/maps/@-1.2833,36.8219,17z',
    'https://www.google.com/maps/place/Duka/@-1.5,36.5,17z/data=!3m1!4b1!4m6!3m5!8m2!3d-1.2833!4d36.8219!16s',
    'https://www.openstreetmap.org/?mlat=-1.2833&mlon=36.8219#map=17/-1.5/36.5',
    'https://www.openstreetmap.org/#map=17/-1.2833/36.8219',
    'https://maps.apple.com/?ll=-1.2833,36.8219&q=Duka',
    'https://www.waze.com/ul?ll=-1.2833%2C36.8219&navigate=yes',
    'https://ul.waze.com/live-map/directions?to=ll.-1.2833%2C36.8219',
  ]) {
    expect(coordinatesIn(link), link).toEqual({ latitude: -1.2833, longitude: 36.8219 });
  }
});

test('reads none from short links, words and impossible points', () => {
  for (const link of [
    'https://maps.app.goo.gl/aBcDeF123',
    'https://what3words.com/filled.count.soap',
    'https://www.google.com/maps/search/?api=1&query=Duka+la+Juma,+Nakuru',
    'https://www.google.com/maps?q=-91.5,36.8',
    'https://www.google.com/maps?q=-1.5,181',
    'https://www.google.com/maps?q=%E0%A4%A',
  ]) {
    expect(coordinatesIn(link), link).toBeUndefined();
  }
});
