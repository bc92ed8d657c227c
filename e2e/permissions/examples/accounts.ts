/** Examples for signing in, users and customers. */

import type { Caller } from '../callers.ts'
import { about, type Examples, ofCustomer, page, plain } from '../examples.ts'
import { password, type Scene } from '../scene.ts'
import type { Side } from '../side.ts'

const anyone = 'open to anyone'
const ofAcme = "administration of a tenant's own thing"
const ownTenant = "a tenant administrator's, of the own tenant"
const customerOnly = "an account of a customer's user"
const customerToo = "an account of a customer's user, also by that user"

const emailOf = (side: Side) => `${side.newName('user').replaceAll(' ', '.')}@new.example`

/** Signs the caller in again for a second session; visitors have no session. */
async function anotherSession(scene: Scene, caller: Caller): Promise<string> {
  const token = scene.tokens[caller] ?? ''
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string
    isPublic: boolean
  }
  if (claims.isPublic) return token
  const body = { username: claims.sub, password }
  const { text } = await scene.call(undefined, 'POST', '/api/auth/login', { body })
  const another = (JSON.parse(text) as { token: string }).token
  return caller === 'expired' ? scene.runOut(another) : another
}

export const accountExamples: Examples = {
  'POST /api/auth/login': plain(anyone, () => ({ body: { username: 'customer@acme.example', password } })),
  'POST /api/auth/login/public': plain(anyone, ({ side }) => ({ body: { publicId: side.customers.public } })),
  'POST /api/auth/token': plain(anyone, async ({ scene }) => {
    const { text } = await scene.call(undefined, 'POST', '/api/auth/login', {
      body: { username: 'customer@acme.example', password },
    })
    return { body: { refreshToken: (JSON.parse(text) as { refreshToken: string }).refreshToken } }
  }),
  // The call ends the session of its token.
  'POST /api/auth/logout': plain('for whoever has a session', async ({ scene, caller }) => ({
    token: await anotherSession(scene, caller),
  })),
  'GET /api/auth/user': plain('for whoever is signed in'),
  'POST /api/auth/changePassword': [
    {
      ...plain('for whoever has an account', () => ({
        body: { currentPassword: 'wrong', newPassword: 'another-password' },
      })),
      // The correct password would end the token that the test still needs.
      answers: 400,
    },
  ],
  'GET /api/noauth/userPasswordPolicy': plain(anyone),
  // These links and codes are invalid; the tests of `auth` cover valid ones.
  'GET /api/noauth/activate': plain(anyone, () => ({ query: { activateToken: 'none' } }), { answers: 409 }),
  'POST /api/noauth/activate': plain(anyone, () => ({ body: { activateToken: 'none', password } }), { answers: 400 }),
  'POST /api/noauth/activateByEmailCode': plain(anyone, () => ({ query: { emailCode: 'none' } }), { answers: 400 }),
  'POST /api/noauth/resendEmailActivation': plain(anyone, () => ({ query: { email: 'customer@acme.example' } })),
  'GET /api/noauth/resetPassword': plain(anyone, () => ({ query: { resetToken: 'none' } }), { answers: 409 }),
  'POST /api/noauth/resetPassword': plain(anyone, () => ({ body: { resetToken: 'none', password } }), { answers: 400 }),
  'POST /api/noauth/resetPasswordByEmail': plain(anyone, () => ({ body: { email: 'nobody@acme.example' } })),
  'POST /api/noauth/oauth2Clients': plain(anyone),

  'POST /api/v2/user/email': plain(
    'for whoever has an account',
    () => ({ body: { email: 'another@new.example', password: 'wrong' } }),
    // The tests of `auth` cover a valid one, with a mail server.
    { answers: 400 },
  ),
  // The tests of `visitors` cover valid links.
  'POST /api/v2/noauth/share-link': plain(anyone, () => ({ body: { key: 'none' } }), { answers: 401 }),
  'POST /api/v2/noauth/email': plain(anyone, () => ({ body: { token: 'none' } }), { answers: 400 }),

  'GET /api/user/tokenAccessEnabled': plain("an administrator's"),
  'GET /api/user/:userId/token': [
    { ...plain("an administrator's account", ({ side }) => ({ path: [side.admin.id] })), named: 'an administrator' },
    { ...about(customerOnly, ({ side }) => ({ path: [side.users.customer.id] })), named: "a customer's user" },
    { ...plain("the system administrator's", ({ scene }) => ({ path: [scene.rootUserId] })), named: 'the system’s' },
  ],
  'POST /api/user/:userId/userCredentialsEnabled': [
    {
      ...plain("an administrator's account", async ({ side }) => ({
        path: [(await side.make('user')).id.id],
        query: { userCredentialsEnabled: false },
      })),
      named: 'an administrator',
    },
    {
      ...about(customerOnly, async ({ side }) => ({
        path: [(await side.make('user', 'customer')).id.id],
        query: { userCredentialsEnabled: false },
      })),
      named: "a customer's user",
    },
  ],
  'POST /api/user': [
    {
      ...plain("a new account of a customer's user", ({ side }) => ({
        query: { sendActivationMail: false },
        body: {
          authority: 'CUSTOMER_USER',
          customerId: { entityType: 'CUSTOMER', id: side.customers.customer },
          email: emailOf(side),
        },
      })),
      named: "new, a customer's user",
    },
    {
      ...plain("the system administrator's", ({ side }) => ({
        query: { sendActivationMail: false },
        body: { authority: 'SYS_ADMIN', email: emailOf(side) },
      })),
      named: 'new, a system administrator',
    },
    {
      ...about(customerToo, async ({ side }) => ({
        query: { sendActivationMail: false },
        body: await side.call('GET', `/api/user/${side.users.customer.id}`),
      })),
      named: "changed, a customer's user",
    },
    {
      ...plain("an administrator's account", async ({ side }) => ({
        query: { sendActivationMail: false },
        body: (await side.make('user')).json,
      })),
      named: 'changed, an administrator',
    },
  ],
  'GET /api/user/:userId': [
    { ...plain("an administrator's account", ({ side }) => ({ path: [side.admin.id] })), named: 'an administrator' },
    { ...about(customerToo, ({ side }) => ({ path: [side.users.customer.id] })), named: "a customer's user" },
    { ...plain("the system administrator's", ({ scene }) => ({ path: [scene.rootUserId] })), named: 'the system’s' },
  ],
  'DELETE /api/user/:userId': [
    {
      ...plain("an administrator's account", async ({ side }) => ({ path: [(await side.make('user')).id.id] })),
      named: 'an administrator',
    },
    {
      ...about(customerOnly, async ({ side }) => ({ path: [(await side.make('user', 'customer')).id.id] })),
      named: "a customer's user",
    },
  ],
  'GET /api/user/:userId/activationLink': [
    {
      ...plain("an administrator's account", async ({ side }) => ({ path: [(await side.make('user')).id.id] })),
      named: 'an administrator',
    },
    {
      ...about(customerOnly, async ({ side }) => ({ path: [(await side.make('user', 'customer')).id.id] })),
      named: "a customer's user",
    },
  ],
  // There is no mail server: an allowed caller gets 500.
  'POST /api/user/sendActivationMail': [
    {
      ...plain("an administrator's account", async ({ side }) => ({
        query: { email: String((await side.make('user')).json.email) },
      })),
      named: 'an administrator',
      answers: 500,
    },
    {
      ...about(customerOnly, async ({ side }) => ({
        query: { email: String((await side.make('user', 'customer')).json.email) },
      })),
      named: "a customer's user",
      answers: 500,
    },
  ],
  'GET /api/v2/page-start': plain('for whoever is signed in'),
  'POST /api/v2/batch': plain('for whoever is signed in', () => ({
    body: { requests: [{ method: 'GET', path: '/api/v2/home' }] },
  })),
  'GET /api/v2/home': plain('for whoever is signed in'),
  'GET /api/v2/user/settings/:name': plain('for whoever has an account', () => ({ path: ['tableLayouts'] })),
  'PUT /api/v2/user/settings/:name': plain('for whoever has an account', () => ({ path: ['tableLayouts'], body: {} })),
  'GET /api/users': plain("a tenant user's, of what is the own", () => ({ query: page })),
  'GET /api/tenant/:tenantId/users': plain("the system administrator's", ({ side }) => ({
    path: [side.tenant.id],
    query: page,
  })),
  'GET /api/customer/:customerId/users': plain(ofAcme, ({ side }) => ({
    path: [side.customers.customer],
    query: page,
  })),

  'POST /api/customer': [
    { ...plain(ownTenant, ({ side }) => ({ body: { title: side.newName('customer') } })), named: 'new' },
    { ...plain(ofAcme, async ({ side }) => ({ body: (await side.make('customer')).json })), named: 'changed' },
  ],
  'GET /api/customer/:customerId': ofCustomer('customer: read', ({ side, about: owner }) => ({
    path: [side.customers[owner]],
  })),
  'GET /api/customer/:customerId/shortInfo': ofCustomer('customer: read', ({ side, about: owner }) => ({
    path: [side.customers[owner]],
  })),
  'GET /api/customer/:customerId/title': ofCustomer('customer: read', ({ side, about: owner }) => ({
    path: [side.customers[owner]],
  })),
  'DELETE /api/customer/:customerId': plain(ofAcme, async ({ side }) => ({
    path: [(await side.make('customer')).id.id],
  })),
  'GET /api/customers': plain(ownTenant, () => ({ query: page })),
  'GET /api/tenant/customers': plain(ownTenant, async ({ side }) => ({
    query: { customerTitle: (await side.make('customer')).name },
  })),
}
