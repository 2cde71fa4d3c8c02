import { certificateFiles } from '#tests/support/certificate';
import type { KafkaSettings } from '../kafka/connection.ts';
import { kafkaAddress } from './kafka-address.ts';

const valid = (text: string) => kafkaAddress(text) as KafkaSettings;

describe('the address of brokers', () => {
  it('has hosts, and the prefix of their topics', () => {
    expect(kafkaAddress('kafka://127.0.0.1:9092')).toEqual({ brokers: ['127.0.0.1:9092'], prefix: 'anamnesis' });
    expect(kafkaAddress('kafka://one.example:9092,two.example:9093/north-2')).toEqual({
      brokers: ['one.example:9092', 'two.example:9093'],
      prefix: 'north-2',
    });
  });

  it('has a user with a password, decoded, and a mechanism', () => {
    expect(valid('kafka://north%20clinic:p%40ss%3Aword@one:9092').sasl).toEqual({
      mechanism: 'SCRAM-SHA-512',
      user: 'north clinic',
      password: 'p@ss:word',
    });
    const mechanismOf = (options: string) => valid(`kafka://who:secret@one:9092/north?${options}`).sasl?.mechanism;
    expect(mechanismOf('authMechanism=SCRAM-SHA-256')).toBe('SCRAM-SHA-256');
    expect(mechanismOf('tls=true&authMechanism=PLAIN')).toBe('PLAIN');
  });

  it('has certificates for TLS', () => {
    expect(valid('kafka://one:9092?tls=true').tls).toEqual({});
    expect(valid('kafka://one:9092?tls=false').tls).toBeUndefined();
    const ca = encodeURIComponent(certificateFiles.cert);
    expect(valid(`kafka://one:9092,two:9092?tls=true&tlsCAFile=${ca}`).tls).toEqual({ ca: certificateFiles.cert });
  });

  it.each([
    ['one:9092', /^kafka:\/\/\[user/],
    ['kafka://one', /^kafka:\/\/\[user/],
    ['kafka://one:9092,', /^kafka:\/\/\[user/],
    ['kafka://who:secret@[fd00::2]:9092', /cannot be IPv6 addresses/],
    ['kafka://one:9092,[::1]:9092', /cannot be IPv6 addresses/],
    ['kafka://one:9092?tls=true&tlsCAFile=/etc/who+secret', /\+ is written %2B/],
    ['kafka://who@one:9092', /^kafka:\/\/\[user/],
    ['kafka://who:sec@ret@one:9092', /percent signs/],
    ['kafka://who:sec#ret@one:9092', /percent signs/],
    ['kafka://who:secret%FF@one:9092', /percent signs/],
    ['kafka://who:secret@one:0', /a port is a number/],
    ['kafka://one:99999', /a port is a number/],
    ['kafka://one:9092/North', /the prefix of its topics/],
    ['kafka://one:9092/a_b', /the prefix of its topics/],
    ['kafka://who:secret@one:9092?tls', /name=value/],
    ['kafka://who:secret@one:9092?tls=on', /its option tls is true or false/],
    ['kafka://who:secret@one:9092?secret=secret', /its options may be tls, /],
    ['kafka://who:secret@one:9092?tls=true&tls=false', /each once/],
    ['kafka://who:secret@one:9092?authMechanism=PLAIN', /only with tls=true/],
    ['kafka://who:secret@one:9092?tls=true&authMechanism=OAUTHBEARER', /authMechanism is SCRAM-SHA-512 or SCRAM-SHA-256 or PLAIN/],
    ['kafka://one:9092?authMechanism=SCRAM-SHA-256', /needs user and password/],
    ['kafka://one:9092?tlsCAFile=/secret', /tlsCAFile has no effect without TLS/],
    ['kafka://one:9092?tls=true&tlsCAFile=/none/secret', /tlsCAFile cannot be read \(ENOENT\)/],
  ])('is not %s, which is never quoted', (text, message) => {
    expect(kafkaAddress(text)).toMatch(message);
    expect(kafkaAddress(text)).not.toMatch(/secret|who/);
  });
});
