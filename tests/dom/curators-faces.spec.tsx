import { type Faced, holdsItsFaces } from './faced.ts';
import { screensOf } from './screens.tsx';

const curators: readonly Faced[] = [
  {
    what: 'lab parameters',
    path: () => '/lab-params-management',
    calls: /^\/api\/lab-parameters\?/,
    filled: /^Hemoglobin$/,
    empty: 'There are no lab parameters available',
  },
  {
    what: 'office parameters',
    path: () => '/measurement-params-management',
    calls: /^\/api\/measurement-parameters\?/,
    filled: /Systolic/i,
    empty: 'There are no office parameters available',
  },
  {
    what: 'office templates',
    path: () => '/templates-management',
    calls: /^\/api\/examination-templates\?/,
    filled: /Vital signs/i,
    empty: 'There are no office templates available',
  },
  {
    what: 'organizations',
    path: () => '/organization-management',
    calls: /^\/api\/organizations\?/,
    filled: /Lindenhof/,
    empty: 'There are no organizations available',
  },
  {
    what: 'users',
    path: () => '/users-management',
    calls: /^\/api\/users\?/,
    filled: /Hart/,
    empty: 'There are no users available',
  },
];

describe('the faces of the requests of lab parameters', () => {
  const screens = screensOf('admin');
  beforeAll(async () => {
    await screens.api.send('PUT', '/api/lab-parameters/request_parameter', { alias: 'Wanted by many' });
  }, 120_000);
  holdsItsFaces(
    {
      what: 'requests',
      path: () => '/lab-params-requests-management',
      calls: /^\/api\/lab-parameters\?/,
      filled: /^Wanted by many/,
      empty: 'There are no requests available',
    },
    screens,
    () => '',
  );
});

describe('the faces of a super user’s screens', () => {
  const screens = screensOf('admin');
  for (const faced of curators) holdsItsFaces(faced, screens, () => '');
});
