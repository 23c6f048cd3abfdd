import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import type { SandboxEvent } from './events.ts';
import type { Listening, ListenOptions } from './listen.ts';
import type { PageDesk } from './page/desk.ts';
import type { SandboxCredentials } from './settings.ts';

/** A running sandbox. */
export interface Sandbox {
  readonly profile: GatewayProfile;
  readonly credentials: SandboxCredentials;
  /** Where it is reached, or `null` while it is reached through `fetch` only. */
  readonly url: string | null;
  /** Answers a request in this process; takes what the platform's `fetch` takes. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** @throws Error when the port is busy, with what to do. */
  listen(where?: ListenOptions): Promise<Listening>;
  /** Runs what is due (notifications above all) and waits for what is under way. */
  settle(): Promise<void>;
  /** The hosted page without a browser. */
  readonly page: PageDesk;
  /** Told of everything that happens. Returns a function that ends it. */
  on(listener: (event: SandboxEvent) => void): () => void;
  close(): Promise<void>;
}
