import { readSettings, WrongSettings } from './configuration.ts';

const refused = (variables: Record<string, string>) => {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof WrongSettings) return error.message.split('\n');
    throw error;
  }
  throw new Error('the settings were taken');
};

describe('settings', () => {
  it('have defaults for everything on one machine', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      data: './data',
      environment: 'local',
      demo: true,
      key_file: undefined,
      ocr_workers: 1,
    });
  });

  it('list everything that is wrong at once', () => {
    const lines = refused({ PORT: '99999', ANAMNESIS_ENVIRONMENT: 'production', ANAMNESIS_DEMO: 'maybe' });
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'ANAMNESIS_ENVIRONMENT', 'ANAMNESIS_DEMO']);
  });

  it('refuse a misspelt name', () => {
    expect(refused({ ANAMNESIS_DATEN: 'x' })[0]).toMatch(/^ANAMNESIS_DATEN: unknown/);
  });

  it('want a key file outside of the data in production, and bring no demonstration data there', () => {
    expect(refused({ ANAMNESIS_ENVIRONMENT: 'prod' })[0]).toMatch(/^ANAMNESIS_KEY_FILE/);
    expect(readSettings({ ANAMNESIS_ENVIRONMENT: 'prod', ANAMNESIS_KEY_FILE: '/keys/kek' }).demo).toBe(false);
  });

  it('take an empty variable as left out', () => {
    expect(readSettings({ PORT: '' }).port).toBe(3000);
  });
});
