import { EMPTY, passwordErrors } from './password.ts';

it('wants the old password, twelve characters, and the same twice', () => {
  expect(passwordErrors(EMPTY)).toEqual({ old_password: 'Field is required', new_password: 'Field is required' });
  expect(passwordErrors({ old_password: 'x', new_password: 'short', repeated: 'other' })).toEqual({
    new_password: 'Must be 12 characters or more',
    repeated: 'The two new passwords differ',
  });
  expect(passwordErrors({ old_password: 'x', new_password: 'seven quiet lamps', repeated: 'seven quiet lamps' })).toEqual({});
});
