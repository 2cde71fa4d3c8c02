import { signUpPrefill } from './sign-up-prefill.ts';

it('takes four fields of an address, as text of a bounded length', () => {
  const query = new URLSearchParams({ clinicName: 'Lindenhof ', firstName: 'Ada', lastName: 'x'.repeat(500), email: 'ada@example.org' });
  expect(signUpPrefill(`?${query.toString()}&roles=SuperUser&username=admin&password=x`)).toEqual({
    clinic_name: 'Lindenhof',
    person: { first_name: 'Ada', last_name: 'x'.repeat(200), email: 'ada@example.org' },
  });
});

it('leaves empty what is not there', () => {
  expect(signUpPrefill('')).toEqual({ clinic_name: '', person: { first_name: '', last_name: '', email: '' } });
});
