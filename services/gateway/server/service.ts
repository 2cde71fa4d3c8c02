import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';

/** A gRPC service with what answers it; `features`: what clients may ask about a method, by the method's name in the definition. */
export interface GatewayService {
  definition: ServiceDefinition;
  implementation: UntypedServiceImplementation;
  features?: Readonly<Record<string, readonly string[]>>;
}
