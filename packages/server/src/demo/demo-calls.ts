/** How the demo calls the platform's REST API. */

/** Calls the platform's REST API; resolves with the parsed answer, throws when it is refused. */
export type CallApi = <T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options?: { token?: string; body?: unknown },
) => Promise<T>

/** What was created. */
export interface Created {
  readonly id: { readonly entityType: string; readonly id: string }
}
