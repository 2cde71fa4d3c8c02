import { withUnit } from './asked-units.ts';

describe('the units that were asked for', () => {
  it('hold one for each parameter', () => {
    const one = withUnit('', 'a', 'mmol/L');
    expect(one).toBe('a:mmol/L');
    expect(withUnit(one, 'b', '10*9/L')).toBe('a:mmol/L,b:10*9/L');
    expect(withUnit(one, 'a', 'mg/dL')).toBe('a:mg/dL');
  });
  it('are given up one by one', () => {
    expect(withUnit('a:mmol/L,b:g/L', 'a', undefined)).toBe('b:g/L');
    expect(withUnit('a:mmol/L', 'a', undefined)).toBe('');
  });
  it('leave out what is no pair', () => expect(withUnit('nonsense,a:', 'b', 'g/L')).toBe('b:g/L'));
});
