import serverFeatures from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import messages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import type { GatewayService } from './service.ts';

/** The release of EventStoreDB whose protocol is spoken: with positions in reads of streams and notices of having caught up. */
export const PROTOCOL_VERSION = '23.10.0';

/** Tells clients which methods there are. Names are in small letters, as clients compare them. */
export const featuresOf = (services: readonly GatewayService[]): GatewayService => {
  const methods = services.flatMap(({ definition, implementation, features }) =>
    Object.entries(definition)
      .filter(([name]) => implementation[name] !== undefined)
      .map(([name, { path }]) => {
        const [, service = '', method = ''] = path.toLowerCase().split('/');
        const supported = new messages.SupportedMethod();
        supported.setServiceName(service);
        supported.setMethodName(method);
        supported.setFeaturesList([...(features?.[name] ?? [])]);
        return supported;
      }),
  );
  const answer = new messages.SupportedMethods();
  answer.setEventStoreServerVersion(PROTOCOL_VERSION);
  answer.setMethodsList(methods);
  return {
    definition: serverFeatures.ServerFeaturesService,
    implementation: {
      getSupportedMethods: (_call: ServerUnaryCall<unknown, unknown>, done: sendUnaryData<unknown>) => done(null, answer),
    },
  };
};
