import { isActiveOnly } from './graph-visuals.ts';

describe('ruling 57: Active', () => {
  it('is on at first for treatments when any is ongoing, and never for diagnoses', () => {
    expect(isActiveOnly('intakes', null, undefined, true)).toBe(true);
    expect(isActiveOnly('intakes', null, undefined, false)).toBe(false);
    expect(isActiveOnly('diagnoses', null, undefined, true)).toBe(false);
  });
  it('is what the person chose, whatever is ongoing', () => {
    expect(isActiveOnly('intakes', null, false, true)).toBe(false);
    expect(isActiveOnly('intakes', null, true, false)).toBe(true);
    expect(isActiveOnly('diagnoses', null, true, false)).toBe(true);
  });
  it('is what the address names before all that', () => {
    expect(isActiveOnly('intakes', 'false', true, true)).toBe(false);
    expect(isActiveOnly('diagnoses', 'true', false, true)).toBe(true);
    expect(isActiveOnly('intakes', 'yes', undefined, true)).toBe(true);
  });
  it('is not known for treatments before these were read', () => {
    expect(isActiveOnly('intakes', null, undefined, undefined)).toBeUndefined();
    expect(isActiveOnly('intakes', null, false, undefined)).toBe(false);
    expect(isActiveOnly('diagnoses', null, undefined, undefined)).toBe(false);
  });
});
