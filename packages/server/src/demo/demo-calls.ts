/** REST calls of the demo. */

/** Calls the server's REST API. Resolves with the parsed response; throws on an error response. */
export type CallApi = <T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options?: { token?: string; body?: unknown },
) => Promise<T>

/** Created entity. */
export interface Created {
  readonly id: { readonly entityType: string; readonly id: string }
}
