import { holdsAddress } from './no-address.ts';

it.each([
  'evil.example',
  'Win at www.evil.example now',
  'https://evil',
  'ada@clinic',
  'evil．example',
  'evil。example',
  'ada＠clinic',
  '203.0.113.9',
  'Clinic.evil.example/win',
])('finds what a mail program makes a link of: %s', (text) => expect(holdsAddress(text)).toBe(true));

it.each([
  'Harbor Clinic',
  'Dr. med. J. R. Quill',
  'J.R. Quill',
  'St. Mary',
  'Ear, nose/throat',
  "O'Neil & Söhne AG",
  'van der Berg',
  'Clinic No. 2',
])('lets names pass: %s', (text) => expect(holdsAddress(text)).toBe(false));
