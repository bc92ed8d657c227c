/** Signing in, activation and passwords over REST. */

import {
  activateRequest,
  changeEmailRequest,
  changePasswordRequest,
  confirmEmailRequest,
  loginRequest,
  publicLoginRequest,
  refreshRequest,
  resetByEmailRequest,
  resetPasswordRequest,
  tokenPair,
} from '@sonde/model/auth/auth'
import { passwordPolicy } from '@sonde/model/auth/password-policy'
import { shareLinkSignIn } from '@sonde/model/dashboards/share-link'
import { unauthenticated } from '@sonde/model/errors'
import { uuid } from '@sonde/model/schema-parts'
import { user } from '@sonde/model/users/user'
import type { FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import type { AdminSettingsService } from '../admin-settings/admin-settings-service.ts'
import { bearerTokenOf } from '../http/bearer-token.ts'
import type { Routes } from '../http/http-app.ts'
import { namedInPath } from '../http/route-audit.ts'
import { mailRejected } from '../http/wire-error-schema.ts'
import type { AddressLimits } from '../limits/address-limits.ts'
import { addressGroup } from '../limits/client-address.ts'
import type { AccountMails } from './account-mails.ts'
import type { AccountUsers } from './account-users.ts'
import type { AuthService } from './auth-service.ts'
import { clientAgentOf } from './client-agent.ts'
import type { EmailChange } from './email-change.ts'

export interface AuthRouteDeps {
  readonly auth: AuthService
  readonly users: Pick<AccountUsers, 'getOneself'>
  readonly accountMails: Pick<AccountMails, 'resendActivation' | 'requestReset'>
  readonly settings: Pick<AdminSettingsService, 'linkBase'>
  readonly addressLimits: Pick<AddressLimits, 'consume'>
  readonly emailChange: EmailChange
}

const everybody = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'sign-in'
const params = Type.Object({ userId: uuid })
/** Maximum body size of routes that need no sign-in, bytes. */
const openBytesMax = 16 * 1024

export function registerAuthRoutes(routes: Routes, deps: AuthRouteDeps): void {
  addSignIn(routes, deps)
  addPasswords(routes, deps)
  addEmailChange(routes, deps)
  addUsersOfOthers(routes, deps)
}

/** Parses the body here, so that a malformed sign-in gets the same error as wrong credentials. */
function credentialsOf<S extends TSchema>(schema: S, text: unknown): Static<S> {
  let value: unknown
  try {
    value = JSON.parse(String(text))
  } catch {
    throw unauthenticated('The body isn’t valid JSON.')
  }
  if (!Value.Check(schema, value)) throw unauthenticated('The email or password is wrong.')
  return value
}

function addSignIn(routes: Routes, { auth, users }: AuthRouteDeps) {
  routes.add({
    method: 'POST',
    path: '/api/auth/login',
    authorities: 'anyone',
    summary: 'Sign in with email and password',
    tag,
    audit: 'none: the service logs sign-ins',
    bodyText: true,
    bodyBytesMax: openBytesMax,
    example: { username: 'tenant@example.org', password: 'a password' },
    schema: { body: loginRequest, response: tokenPair },
    handle({ body, request }) {
      const { username, password } = credentialsOf(loginRequest, body)
      return auth.login(username, password, clientAgentOf(request))
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/auth/login/public',
    authorities: 'anyone',
    summary: 'Sign in as a visitor of public entities',
    tag,
    audit: 'none: visitors are not logged',
    bodyText: true,
    bodyBytesMax: openBytesMax,
    schema: { body: publicLoginRequest, response: tokenPair },
    handle: ({ body }) => auth.loginPublic(credentialsOf(publicLoginRequest, body).publicId.toLowerCase()),
  })
  routes.add({
    method: 'POST',
    path: '/api/v2/noauth/share-link',
    authorities: 'anyone',
    summary: 'Sign in as a visitor with the key of a share link',
    tag,
    audit: 'none: visitors are not logged',
    bodyBytesMax: openBytesMax,
    schema: { body: shareLinkSignIn, response: tokenPair },
    handle: ({ body }) => auth.loginShareLink(body.key),
  })
  routes.add({
    method: 'POST',
    path: '/api/auth/token',
    authorities: 'anyone',
    summary: 'Refresh tokens',
    tag,
    audit: 'none: the session stays the same',
    bodyText: true,
    bodyBytesMax: openBytesMax,
    schema: { body: refreshRequest, response: tokenPair },
    handle: ({ body, request }) =>
      auth.refresh(credentialsOf(refreshRequest, body).refreshToken, clientAgentOf(request)),
  })
  routes.add({
    method: 'POST',
    path: '/api/auth/logout',
    authorities: everybody,
    summary: "Sign out: revoke the session's access and refresh tokens",
    tag,
    audit: 'none: the service logs it',
    acceptsExpired: true,
    schema: { response: Type.Void() },
    handle: ({ scope, request }) => auth.logout(scope, bearerTokenOf(request) ?? '', clientAgentOf(request)),
  })
  routes.add({
    method: 'GET',
    path: '/api/auth/user',
    authorities: everybody,
    summary: 'Get the signed-in user',
    tag,
    schema: { response: user },
    handle: ({ scope }) => users.getOneself(scope),
  })
}

/** Page for browsers that open an invalid link: explains what to do. */
const linkEndedPage = '/login/linkEnded?kind='

interface MailedLink<Q extends TSchema> {
  readonly path: string
  readonly summary: string
  readonly kind: 'activate' | 'reset'
  readonly schema: { readonly query: Q; readonly response: TSchema }
  readonly tokenOf: (query: Static<Q>) => string
  readonly isValid: (token: string) => Promise<boolean>
  /** URL of the page that asks for the password. `token` is encoded. */
  readonly page: (token: string) => string
}

/** Link of an email: redirects to the page that asks for the password; 409 when the link isn't valid. */
function addMailedLink<const Q extends TSchema>(routes: Routes, link: MailedLink<Q>): void {
  const { path, summary, kind, schema, tokenOf, isValid, page } = link
  routes.add({
    method: 'GET',
    path,
    authorities: 'anyone',
    summary,
    tag,
    answers: {
      303: {
        description:
          'Redirects to the page that sets the password; browsers are redirected even if the link is invalid',
      },
      409: { description: 'The link isn’t valid' },
    },
    schema,
    async handle({ query, request: { headers }, reply }) {
      const token = tokenOf(query as Static<Q>)
      if (await isValid(token)) return reply.redirect(page(encodeURIComponent(token)), 303)
      const isBrowser = headers.accept?.includes('text/html') ?? false
      return isBrowser ? reply.redirect(linkEndedPage + kind, 303) : reply.code(409).send()
    },
  })
}

function addPasswords(routes: Routes, { auth, accountMails, settings, addressLimits }: AuthRouteDeps) {
  async function signInLink(): Promise<string | null> {
    const base = await settings.linkBase()
    return base === null ? null : `${base}/login`
  }
  const consumeMail = (request: FastifyRequest) => addressLimits.consume('mailRequests', addressGroup(request.ip))
  routes.add({
    method: 'POST',
    path: '/api/auth/changePassword',
    authorities: everybody,
    summary: "Change the caller's password and end older tokens",
    tag,
    audit: 'none: the service logs it',
    schema: { body: changePasswordRequest, response: tokenPair },
    handle: ({ scope, body, request }) =>
      auth.changePassword(scope, body.currentPassword, body.newPassword, clientAgentOf(request)),
  })
  routes.add({
    method: 'GET',
    path: '/api/noauth/userPasswordPolicy',
    authorities: 'anyone',
    summary: 'Get the password policy',
    tag,
    schema: { response: passwordPolicy },
    handle: () => auth.policy(),
  })
  addMailedLink(routes, {
    path: '/api/noauth/activate',
    summary: 'Redirect to the activation page; 409 if the link is invalid',
    kind: 'activate',
    schema: { query: Type.Object({ activateToken: Type.String() }), response: Type.Never() },
    tokenOf: ({ activateToken }) => activateToken,
    isValid: auth.isActivateToken,
    page: (token) => `/login/createPassword?activateToken=${token}`,
  })
  routes.add({
    method: 'POST',
    path: '/api/noauth/activate',
    authorities: 'anyone',
    summary: 'Activate an account: set its password and sign in',
    tag,
    audit: 'none: the service logs sign-ins',
    bodyBytesMax: openBytesMax,
    schema: {
      query: Type.Object({ sendActivationMail: Type.Optional(Type.Boolean()) }),
      body: activateRequest,
      response: tokenPair,
    },
    handle: async ({ query: { sendActivationMail }, body, request }) =>
      auth.activate(
        body.activateToken,
        body.password,
        clientAgentOf(request),
        (sendActivationMail ?? true) ? { signInLink: await signInLink() } : null,
      ),
  })
  routes.add({
    method: 'POST',
    path: '/api/noauth/activateByEmailCode',
    authorities: 'anyone',
    summary: 'Activate an account with the emailed code and sign in',
    tag,
    audit: 'none: the service logs sign-ins',
    bodyText: true,
    bodyBytesMax: openBytesMax,
    schema: { query: Type.Object({ emailCode: Type.String({ minLength: 1 }) }), response: tokenPair },
    handle: ({ query: { emailCode } }) => auth.activateByEmailCode(emailCode),
  })
  routes.add({
    method: 'POST',
    path: '/api/noauth/resendEmailActivation',
    authorities: 'anyone',
    summary: 'Request the activation email again; the response is the same for every address',
    tag,
    audit: 'none: only an email is sent',
    bodyText: true,
    bodyBytesMax: openBytesMax,
    schema: { query: Type.Object({ email: Type.String({ minLength: 1 }) }), response: Type.Void() },
    handle({ query: { email }, request }) {
      consumeMail(request)
      accountMails.resendActivation(email)
    },
  })
  addMailedLink(routes, {
    path: '/api/noauth/resetPassword',
    summary: 'Redirect to the password reset page; 409 if the link is invalid',
    kind: 'reset',
    schema: { query: Type.Object({ resetToken: Type.String() }), response: Type.Never() },
    tokenOf: ({ resetToken }) => resetToken,
    isValid: auth.isResetToken,
    page: (token) => `/login/resetPassword?resetToken=${token}`,
  })
  routes.add({
    method: 'POST',
    path: '/api/noauth/resetPassword',
    authorities: 'anyone',
    summary: 'Reset a password and sign in',
    tag,
    audit: 'none: the service logs it',
    bodyBytesMax: openBytesMax,
    schema: { body: resetPasswordRequest, response: tokenPair },
    handle: async ({ body, request }) =>
      auth.resetPassword(body.resetToken, body.password, clientAgentOf(request), await signInLink()),
  })
  routes.add({
    method: 'POST',
    path: '/api/noauth/resetPasswordByEmail',
    authorities: 'anyone',
    summary: 'Request a password reset link; the response is the same for every address',
    tag,
    audit: 'none: only an email is sent',
    bodyBytesMax: openBytesMax,
    schema: { body: resetByEmailRequest, response: Type.Void() },
    handle({ body, request }) {
      consumeMail(request)
      accountMails.requestReset(body.email)
    },
  })
}

function addEmailChange(routes: Routes, { emailChange }: AuthRouteDeps) {
  routes.add({
    method: 'POST',
    path: '/api/v2/user/email',
    authorities: everybody,
    summary: "Request a change of the caller's email address; confirmed by an emailed link",
    tag,
    audit: 'none: only an email is sent',
    bodyBytesMax: openBytesMax,
    answers: { 500: mailRejected },
    schema: { body: changeEmailRequest, response: Type.Void() },
    handle: ({ scope, body, request }) => emailChange.request(scope, body.email, body.password, clientAgentOf(request)),
  })
  routes.add({
    method: 'POST',
    path: '/api/v2/noauth/email',
    authorities: 'anyone',
    summary: 'Confirm a new email address with the token of the emailed link',
    tag,
    audit: 'none: the service logs it',
    bodyBytesMax: openBytesMax,
    schema: { body: confirmEmailRequest, response: Type.Void() },
    handle: ({ body, request }) => emailChange.confirm(body.token, clientAgentOf(request)),
  })
}

function addUsersOfOthers(routes: Routes, { auth }: AuthRouteDeps) {
  routes.add({
    method: 'GET',
    path: '/api/user/tokenAccessEnabled',
    authorities: administrators,
    summary: 'Check whether administrators can sign in as their users',
    tag,
    schema: { response: Type.Boolean() },
    handle: () => auth.userTokenAccess,
  })
  routes.add({
    method: 'GET',
    path: '/api/user/:userId/token',
    authorities: administrators,
    summary: 'Get tokens to sign in as a user',
    tag,
    schema: { params, response: tokenPair },
    handle: ({ scope, params: { userId }, request }) =>
      auth.logInAs(scope, userId, bearerTokenOf(request) ?? '', clientAgentOf(request)),
  })
  routes.add({
    method: 'POST',
    path: '/api/user/:userId/userCredentialsEnabled',
    authorities: administrators,
    summary: 'Enable or disable a user account',
    tag,
    audit: namedInPath('UPDATED', 'USER'),
    schema: {
      params,
      query: Type.Object({ userCredentialsEnabled: Type.Optional(Type.Boolean()) }),
      response: Type.Void(),
    },
    handle: ({ scope, params: { userId }, query: { userCredentialsEnabled } }) =>
      auth.setEnabled(scope, userId, userCredentialsEnabled ?? true),
  })
}
