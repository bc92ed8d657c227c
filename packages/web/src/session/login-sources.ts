/** Sign-in data in the URL at load. Secrets are removed from the address bar immediately. */

export type LoginSource =
  | { readonly kind: 'stored' }
  | { readonly kind: 'public'; readonly publicId: string }
  | { readonly kind: 'tokens'; readonly token: string; readonly refreshToken: string | null }
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'error'; readonly message: string }

/** Sign-in data, and the search part that stays in the address bar (with its question mark, or empty). */
export function loginSourceOf(search: string): { source: LoginSource; search: string } {
  const query = new URLSearchParams(search)
  const consume = (name: string): string | null => {
    const value = query.get(name)
    query.delete(name)
    return value
  }
  const token = consume('accessToken')
  const refreshToken = consume('refreshToken')
  const username = consume('username')
  const password = consume('password')
  const loginError = consume('loginError')
  const publicId = query.get('publicId')
  const rest = query.toString()
  const source: LoginSource = publicId
    ? { kind: 'public', publicId }
    : token
      ? { kind: 'tokens', token, refreshToken }
      : username && password
        ? { kind: 'password', username, password }
        : loginError
          ? { kind: 'error', message: loginError }
          : { kind: 'stored' }
  return { source, search: rest === '' ? '' : `?${rest}` }
}
