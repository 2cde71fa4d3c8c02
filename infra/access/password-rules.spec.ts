import { assertChoosable } from './password-rules.ts';

const owner = { username: 'hhart', email: 'helen.hart@lindenhof.example', first_name: 'Helen Ada', last_name: 'Hart-Weaver' };
const refusal = (password: string) =>
  assertChoosable(password, owner, 'new_password').then(
    () => undefined,
    (error: { fields: Record<string, string[]> }) => error.fields['new_password']?.[0],
  );

describe('a password that is chosen', () => {
  it.each([
    '123456789012',
    '098765432109',
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'qwertyuiop[]',
    'password1234',
    'PASSWORD!!!!',
    '!!!iloveyou!!!',
    'Summer2024!!',
    'P@ssw0rd1234',
    'passwordpassword',
    'xyxyxyxyxyxy',
    'Anamnesis2026',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('is not one that is tried first: %s', async (password) => expect(await refusal(password)).toMatch(/tried first/));

  it.each(['hhart-hhart-', 'Helen.Hart2026', 'WeaverHart1!', 'helen.hart@lindenhof', 'hhart1234567'])(
    'is not made of the name: %s',
    async (password) => expect(await refusal(password)).toMatch(/made of the name/),
  );

  it.each([
    'seven quiet lamps',
    'correct horse battery',
    'harte Nuesse knacken',
    'tiger-4711-8841-2290',
    'k9#vQ2!mZx7w',
    '壁に耳あり障子に目あり壁に',
  ])('may be anything else: %s', async (password) => expect(await refusal(password)).toBeUndefined());
});
