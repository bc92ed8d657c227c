/** Routes without a session; signed-in users are redirected. */

import { createRoute, redirect } from '@tanstack/react-router'
import type { MessageKey } from '../../locale/messages.ts'
import { consumeReturnUrl } from '../../session/return-url.ts'
import { startPlace } from '../../session/start-page.ts'
import { lazyPage, root } from './base-routes.tsx'

const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  async beforeLoad({ context }) {
    const account = await context.account.ready()
    if (account.kind === 'anonymous' || account.auth.isPublic) return
    const remembered = consumeReturnUrl()
    if (remembered) throw redirect({ href: remembered, reloadDocument: false, replace: true })
    throw redirect({ ...startPlace(account), replace: true })
  },
  component: lazyPage(() => import('../../pages/login/login-frame.tsx'), 'LoginFrame'),
})
/** Pages opened by links in emails and messages, also for signed-in users. */
const mailed = createRoute({
  getParentRoute: () => root,
  id: 'mailed',
  component: lazyPage(() => import('../../pages/login/login-frame.tsx'), 'LoginFrame'),
})
const linkEnded = createRoute({
  getParentRoute: () => mailed,
  path: '/login/linkEnded',
  staticData: { title: 'login.linkEndedTitle' },
  component: lazyPage(() => import('../../pages/login/link-ended-page.tsx'), 'LinkEndedPage'),
})
const shareEnded = createRoute({
  getParentRoute: () => mailed,
  path: '/login/shareEnded',
  staticData: { title: 'login.shareEndedTitle' },
  component: lazyPage(() => import('../../pages/login/share-ended-page.tsx'), 'ShareEndedPage'),
})
const confirmEmail = createRoute({
  getParentRoute: () => mailed,
  path: '/login/confirmEmail',
  staticData: { title: 'login.confirmEmailTitle' },
  component: lazyPage(() => import('../../pages/login/confirm-email-page.tsx'), 'ConfirmEmailPage'),
})

const openPage = <const P extends string>(path: P, title: MessageKey, load: () => Promise<unknown>, name: string) =>
  createRoute({ getParentRoute: () => open, path, staticData: { title }, component: lazyPage(load, name) })

const login = openPage('/login', 'login.signIn', () => import('../../pages/login/login-page.tsx'), 'LoginPage')
const resetRequest = openPage(
  '/login/resetPasswordRequest',
  'login.resetTitle',
  () => import('../../pages/login/reset-request-page.tsx'),
  'ResetRequestPage',
)
const newPasswordPage = () => import('../../pages/login/new-password-page.tsx')
const resetPassword = openPage('/login/resetPassword', 'login.newPasswordTitle', newPasswordPage, 'NewPasswordPage')
const resetExpired = openPage(
  '/login/resetExpiredPassword',
  'login.newPasswordTitle',
  newPasswordPage,
  'NewPasswordPage',
)
const createPassword = openPage('/login/createPassword', 'login.createTitle', newPasswordPage, 'NewPasswordPage')

export const openRoutes = open.addChildren([login, resetRequest, resetPassword, resetExpired, createPassword])
export const mailedRoutes = mailed.addChildren([linkEnded, shareEnded, confirmEmail])
