import { readLimit, readTypedValue } from './typed-value.ts';

describe('a typed result', () => {
  it.each([
    ['6.4', { kind: 'quantity', decimal: '6.4' }],
    ['.5', { kind: 'quantity', decimal: '0.5' }],
    ['<5', { kind: 'quantity', comparator: '<', decimal: '5' }],
    ['≥ 60', { kind: 'quantity', comparator: '>=', decimal: '60' }],
    ['<= 0,6', { kind: 'quantity', comparator: '<=', decimal: '0.6' }],
    ['negative', { kind: 'text', text: 'negative' }],
    ['  ', { kind: 'empty' }],
    ['<', { kind: 'text', text: '<' }],
  ])('reads %j', (typed, understood) => {
    expect(readTypedValue(typed)).toEqual(understood);
  });

  it.each([
    ['<', '<'],
    ['<=', '<='],
    ['=<', '<='],
    ['≤', '<='],
    ['>', '>'],
    ['>=', '>='],
    ['=>', '>='],
    ['≥', '>='],
  ])('takes %s before a number for %s', (sign, comparator) => {
    expect(readTypedValue(`${sign} 5`)).toEqual({ kind: 'quantity', comparator, decimal: '5' });
  });

  it('ruling 28: asks what a comma before three digits means', () => {
    expect(readTypedValue('>1,000')).toEqual({ kind: 'ambiguous', comparator: '>', readings: ['1.000', '1000'] });
  });

  it('reads limits', () => {
    expect(readLimit('')).toBeNull();
    expect(readLimit('3,5')).toBe('3.5');
    expect(readLimit('x')).toBeUndefined();
    expect(readLimit('1,000')).toBeUndefined();
  });
});
