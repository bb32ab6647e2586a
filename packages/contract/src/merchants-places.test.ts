import { expect, test } from 'vitest';
import { mapLink } from './merchants-places.ts';

test("accepts a link to a map or coordinates as a shop's place", () => {
  for (const [typed, link] of [
    ['https://maps.app.goo.gl/abc123', 'https://maps.app.goo.gl/abc123'],
    [' https://www.google.com/maps/place/Nakuru ', 'https://www.google.com/maps/place/Nakuru'],
    ['https://www.google.co.ke/maps?q=1', 'https://www.google.co.ke/maps?q=1'],
    ['https://maps.google.com/?q=-0.28,36.06', 'https://maps.google.com/?q=-0.28,36.06'],
    ['https://www.openstreetmap.org/node/1', 'https://www.openstreetmap.org/node/1'],
    ['-0.2833, 36.0667', 'https://www.google.com/maps/search/?api=1&query=-0.2833%2C36.0667'],
    ['0.5143 35.2698', 'https://www.google.com/maps/search/?api=1&query=0.5143%2C35.2698'],
  ] as const)
    expect.soft(mapLink.safeParse(typed).data, typed).toBe(link);
});

test("refuses a shop's place with a link to another site or with coordinates outside Kenya", () => {
  for (const typed of [
    'http://maps.google.com/?q=1',
    'javascript:alert(1)',
    'https://maps.google.com.evil.example/',
    'https://evil.example/?maps.google.com',
    'https://user:word@maps.google.com/',
    'https://maps.google.com:8443/',
    'https://www.google.com/url?q=https://evil.example',
    'https://maps.google.com/url?q=https://evil.example',
    'https://google.com/mapsevil',
    'https://goo.gl/abc',
    'Kenyatta Avenue',
    // London, and Nakuru with its coordinates swapped.
    '51.5072, 10.1276',
    '36.0667, -0.2833',
    `https://maps.google.com/?q=${'1'.repeat(500)}`,
  ])
    expect.soft(mapLink.safeParse(typed).success, typed).toBe(false);
});
