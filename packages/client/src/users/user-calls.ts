/** Users: tenant administrators and customer users. The caller's own account is in the module `auth`. */

import type { EntityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { UserInput } from '@sonde/model/users/user'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'
import type { TokenPair } from '../session/tokens.ts'

export interface User {
  readonly id: EntityId<'USER'>
  /** Epoch ms. */
  readonly createdTime: number
  readonly tenantId: EntityId<'TENANT'>
  readonly customerId: EntityId<'CUSTOMER'>
  readonly email: string
  readonly authority: 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'
  readonly firstName: string | null
  readonly lastName: string | null
  /** `lang`, `defaultDashboardId`, `defaultDashboardFullscreen`, `lastLoginTs` and others. */
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  /** Same as the email address. */
  readonly name: string
}

export type UserCalls = ReturnType<typeof createUserCalls>

export function createUserCalls(rest: Rest) {
  const page = (path: string, link: PageLink, options: CallOptions) =>
    rest.request<PageData<User>>('GET', path, { ...options, query: pageQuery(link) })

  return {
    /** Users of the tenant, or of the caller's customer. */
    list: (link: PageLink, options: CallOptions = {}) => page('/api/users', link, options),

    /** Tenant administrators of a tenant; system administrators only. */
    listOfTenant: (tenantId: string, link: PageLink, options: CallOptions = {}) =>
      page(`/api/tenant/${tenantId}/users`, link, options),

    /** Users of a customer. */
    listOfCustomer: (customerId: string, link: PageLink, options: CallOptions = {}) =>
      page(`/api/customer/${customerId}/users`, link, options),

    /** Throws `ApiError` 404. */
    get: (userId: string, options: CallOptions = {}) => rest.request<User>('GET', `/api/user/${userId}`, options),

    /**
     * Creates a user, or updates it if `user` has an id, including the caller's own profile. A new user gets an email
     * with the activation link, unless `sendActivationMail` is false. Throws `ApiError` 400 if the address is taken.
     */
    save: (
      user: UserInput,
      { sendActivationMail }: { readonly sendActivationMail?: boolean } = {},
      options: CallOptions = {},
    ) => rest.request<User>('POST', '/api/user', { ...options, query: { sendActivationMail }, body: user }),

    /** Deletes a user and ends the user's sessions. */
    delete: (userId: string, options: CallOptions = {}) => rest.request<void>('DELETE', `/api/user/${userId}`, options),

    /** Link for setting the user's first password. Throws `ApiError` 400 if the user already has one. */
    activationLink: (userId: string, options: CallOptions = {}) =>
      rest.request<string>('GET', `/api/user/${userId}/activationLink`, { ...options, answer: 'text' }),

    /** Sends the activation link by email. Throws `ApiError` if email isn't configured. */
    sendActivationMail: (email: string, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/user/sendActivationMail', { ...options, query: { email } }),

    /** Enables or disables an account; disabling ends its sessions. */
    setEnabled: (userId: string, userCredentialsEnabled: boolean, options: CallOptions = {}) =>
      rest.request<void>('POST', `/api/user/${userId}/userCredentialsEnabled`, {
        ...options,
        query: { userCredentialsEnabled },
      }),

    /** Whether administrators can sign in as their users. */
    tokenAccessEnabled: (options: CallOptions = {}) =>
      rest.request<boolean>('GET', '/api/user/tokenAccessEnabled', options),

    /** Tokens for signing in as a user: pass them to `session.loginWithTokens`. */
    tokens: (userId: string, options: CallOptions = {}) =>
      rest.request<TokenPair>('GET', `/api/user/${userId}/token`, options),
  }
}
