import { faultsOf } from './answer-contract.ts';

describe('an answer beside the contract', () => {
  it('passes where it is what the contract says, and with fields that it does not know', () =>
    expect(faultsOf('POST', '/api/comments', { version: 1, position: 'x', id: '5c1d0f6e-2b5e-4b6a-9a25-0f2d9c6f7a01', later: 1 })).toEqual(
      [],
    ));

  it('says where it differs, once for all rows, and nothing of what stands there', () =>
    expect(faultsOf('GET', '/api/patients?skip=0', { items: [{ first_name: 7 }, { first_name: 8 }], overall_count: 'two' })).toEqual(
      expect.arrayContaining(['GET /api/patients: items.*.first_name invalid_type', 'GET /api/patients: overall_count invalid_type']),
    ));

  it('takes a literal address before one with an id', () =>
    expect(
      faultsOf('GET', '/api/lab-results/series?patient_id=1', {}).every((fault) => fault.startsWith('GET /api/lab-results/series:')),
    ).toBe(true));

  it('says that an address is none of the contract’s', () => expect(faultsOf('GET', '/api/nothing', {})).toHaveLength(1));
});
