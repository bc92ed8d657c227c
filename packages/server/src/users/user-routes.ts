/** REST API of users. */

import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import { user, userInput } from '@sonde/model/users/user'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import type { AdminSettingsService } from '../admin-settings/admin-settings-service.ts'
import { baseUrlOf, plainText, sendText } from '../http/http-answer.ts'
import type { Routes } from '../http/http-app.ts'
import { namedInPath, savedFromBody } from '../http/route-audit.ts'
import { mailRejected } from '../http/wire-error-schema.ts'
import type { UserService } from './user-service.ts'

export interface UserRouteDeps {
  readonly users: UserService
  readonly settings: Pick<AdminSettingsService, 'shownLinkBase'>
  /** Checks create permission before the body is validated. */
  readonly authorizeUser: (scope: Scope, body: unknown) => void
}

const everybody = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'users'
const params = Type.Object({ userId: uuid })
const query = Type.Object(pageQuery)

export function registerUserRoutes(routes: Routes, { users, settings, authorizeUser }: UserRouteDeps): void {
  /** Base URL for a link that is only returned to the caller. */
  const shownBase = (request: FastifyRequest) => settings.shownLinkBase(baseUrlOf(request))

  routes.add({
    method: 'POST',
    path: '/api/user',
    authorities: everybody,
    summary: 'Create or update a user; a new user activates the account by a link',
    tag,
    audit: savedFromBody('USER'),
    answers: { 500: mailRejected },
    example: { email: 'ada@example.org', authority: 'TENANT_ADMIN', firstName: 'Ada', lastName: 'Rivers' },
    schema: {
      query: Type.Object({ sendActivationMail: Type.Optional(Type.Boolean()) }),
      body: userInput,
      response: user,
    },
    authorize: authorizeUser,
    handle: ({ scope, query: { sendActivationMail }, body }) =>
      users.save(scope, body, { isMailed: sendActivationMail ?? true }),
  })
  routes.add({
    method: 'GET',
    path: '/api/user/:userId',
    authorities: everybody,
    summary: 'Get a user',
    tag,
    schema: { params, response: user },
    handle: ({ scope, params: { userId } }) => users.get(scope, userId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/user/:userId',
    authorities: administrators,
    summary: 'Delete a user and end their sessions',
    tag,
    audit: namedInPath('DELETED', 'USER'),
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { userId } }) => users.remove(scope, userId),
  })
  routes.add({
    method: 'GET',
    path: '/api/user/:userId/activationLink',
    authorities: administrators,
    summary: "Get a user's activation link, as text",
    tag,
    schema: { params, response: plainText },
    handle: async ({ scope, params: { userId }, request, reply }) =>
      sendText(request, reply, await users.getActivationLink(scope, userId, await shownBase(request))),
  })
  routes.add({
    method: 'POST',
    path: '/api/user/sendActivationMail',
    authorities: administrators,
    summary: 'Send the activation email',
    tag,
    audit: 'none: only an email is sent',
    answers: { 500: mailRejected },
    schema: { query: Type.Object({ email: Type.String() }), response: Type.Void() },
    handle: ({ scope, query: { email } }) => users.sendActivationMail(scope, email),
  })
  routes.add({
    method: 'GET',
    path: '/api/users',
    authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    summary: "List users of the tenant, or of the caller's customer",
    tag,
    schema: { query, response: pageOf(user) },
    handle: ({ scope, query: link }) => users.list(scope, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/:tenantId/users',
    authorities: ['SYS_ADMIN'],
    summary: 'List administrators of a tenant',
    tag,
    schema: { params: Type.Object({ tenantId: uuid }), query, response: pageOf(user) },
    handle: ({ scope, params: { tenantId }, query: link }) => users.listOfTenant(scope, tenantId, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/customer/:customerId/users',
    authorities: ['TENANT_ADMIN'],
    summary: 'List users of a customer',
    tag,
    schema: { params: Type.Object({ customerId: uuid }), query, response: pageOf(user) },
    handle: ({ scope, params: { customerId }, query: link }) => users.listOfCustomer(scope, customerId, linkOf(link)),
  })
}
