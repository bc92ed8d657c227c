/** The one route tree: addresses, titles, who may enter, and which page is loaded for them. */

import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import type { MessageKey } from '../locale/messages.ts'
import { lastPublicDashboard, takeRememberedUrl } from '../session/remembered-url.ts'
import { startPlace } from '../session/start-place.ts'
import type { Crumb, ListBelow } from './crumb.ts'
import type { ListPath } from './list-paths.ts'
import { PageFailure } from './page-failure.tsx'
import { Root } from './root.tsx'
import { type Authority, demandAccount, demandAuthority } from './route-guard.ts'
import { parseSearch, type SearchParams, stringifySearch } from './search-params.ts'
import type { Services } from './services.ts'

export interface PageFacts {
  /** The page's name: last crumb and part of the window's title. */
  readonly title?: MessageKey
  /** Steps above the page. */
  readonly crumbs?: readonly Crumb[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageFacts {}
  interface Register {
    router: AppRouter
  }
}

/** Any parameter may be there; each page reads its own. */
const validateSearch = (search: SearchParams & SearchSchemaInput): SearchParams => search

/** A page's component, loaded when it is gone to. Its types stay out of the tree's: pages link to the tree. */
const lazyPage = (load: () => Promise<unknown>, name = 'default'): RouteComponent =>
  lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name)

const tenantAndCustomer: readonly Authority[] = ['TENANT_ADMIN', 'CUSTOMER_USER']
const tenantOnly: readonly Authority[] = ['TENANT_ADMIN']

const root = createRootRouteWithContext<Services>()({ component: Root, validateSearch })

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  async beforeLoad({ context, search }) {
    // The guard of the pages signs the visitor in.
    if (search.publicId) throw redirect({ to: '/home', search: { publicId: search.publicId }, replace: true })
    const account = await context.account.ready()
    const place = account.kind === 'signedIn' ? startPlace(account, lastPublicDashboard()) : { to: '/home' as const }
    throw redirect({ ...place, replace: true })
  },
})

/* Pages for those who are not signed in. */

const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  async beforeLoad({ context }) {
    const account = await context.account.ready()
    if (account.kind === 'anonymous' || account.auth.isPublic) return
    const remembered = takeRememberedUrl()
    if (remembered) throw redirect({ href: remembered, reloadDocument: false, replace: true })
    throw redirect({ ...startPlace(account), replace: true })
  },
  component: lazyPage(() => import('../pages/login/login-frame.tsx'), 'LoginFrame'),
})
const openPage = <const P extends string>(path: P, title: MessageKey, load: () => Promise<unknown>, name: string) =>
  createRoute({ getParentRoute: () => open, path, staticData: { title }, component: lazyPage(load, name) })

const login = openPage('/login', 'login.signIn', () => import('../pages/login/login-page.tsx'), 'LoginPage')
const resetRequest = openPage(
  '/login/resetPasswordRequest',
  'login.resetTitle',
  () => import('../pages/login/reset-request-page.tsx'),
  'ResetRequestPage',
)
const newPasswordPage = () => import('../pages/login/new-password-page.tsx')
const resetPassword = openPage('/login/resetPassword', 'login.newPasswordTitle', newPasswordPage, 'NewPasswordPage')
const resetExpired = openPage(
  '/login/resetExpiredPassword',
  'login.newPasswordTitle',
  newPasswordPage,
  'NewPasswordPage',
)
const createPassword = openPage('/login/createPassword', 'login.createTitle', newPasswordPage, 'NewPasswordPage')

/* Pages in the shell. */

const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', beforeLoad: demandAccount })

const shell = createRoute({
  getParentRoute: () => guarded,
  id: 'shell',
  component: lazyPage(() => import('../shell/shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/home',
  staticData: { title: 'shell.home' },
  component: lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})

const homeCrumb: Crumb = { label: 'shell.home', to: '/home' }

interface EntityRoom<P extends ListPath> extends RoomPages {
  readonly path: P
}

interface RoomPages {
  readonly title: MessageKey
  readonly authorities: readonly Authority[]
  /** The module and the name of its component. */
  readonly list: readonly [load: () => Promise<unknown>, name: string]
  /** One entity as a page of its own. */
  readonly page: readonly [load: () => Promise<unknown>, name: string]
}

/** A list, and each of its entities as a page at `<list>/$entityId`. */
function entityRoutes<const P extends ListPath>({ path, title, authorities, list, page }: EntityRoom<P>) {
  return [
    createRoute({
      getParentRoute: () => shell,
      path,
      staticData: { title, crumbs: [homeCrumb] },
      beforeLoad: ({ context }) => demandAuthority(context, authorities),
      component: lazyPage(...list),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: `${path}/$entityId`,
      staticData: { crumbs: [homeCrumb, { label: title, to: path }] },
      beforeLoad: ({ context }) => demandAuthority(context, authorities),
      component: lazyPage(...page),
    }),
  ] as const
}

const deviceRoom = {
  title: 'shell.devices',
  authorities: tenantAndCustomer,
  list: [() => import('../pages/devices/devices-page.tsx'), 'DevicesPage'],
  page: [() => import('../pages/devices/device-page.tsx'), 'DevicePage'],
} as const
const assetRoom = {
  title: 'assets.title',
  authorities: tenantAndCustomer,
  list: [() => import('../pages/assets/assets-page.tsx'), 'AssetsPage'],
  page: [() => import('../pages/assets/asset-page.tsx'), 'AssetPage'],
} as const
const entityViewRoom = {
  title: 'entityViews.title',
  authorities: tenantAndCustomer,
  list: [() => import('../pages/entity-views/entity-views-page.tsx'), 'EntityViewsPage'],
  page: [() => import('../pages/entity-views/entity-view-page.tsx'), 'EntityViewPage'],
} as const
const edgeRoom = {
  title: 'edges.title',
  authorities: tenantAndCustomer,
  list: [() => import('../pages/edges/edges-page.tsx'), 'EdgesPage'],
  page: [() => import('../pages/edges/edge-page.tsx'), 'EdgePage'],
} as const

/** The list of a room below a customer or an edge, and each of its entities (pages.md §1.3). */
function routesBelow<const P extends Exclude<ListBelow, `${string}/users`>>(path: P, owner: Crumb, room: RoomPages) {
  // Below a customer only administrators are: customers' users have their own lists.
  const authorities = owner.to === '/customers' ? tenantOnly : room.authorities
  return [
    createRoute({
      getParentRoute: () => shell,
      path,
      staticData: { title: room.title, crumbs: [homeCrumb, owner] },
      beforeLoad: ({ context }) => demandAuthority(context, authorities),
      component: lazyPage(...room.list),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: `${path}/$entityId`,
      staticData: { crumbs: [homeCrumb, owner, { label: room.title, to: path }] },
      beforeLoad: ({ context }) => demandAuthority(context, authorities),
      component: lazyPage(...room.page),
    }),
  ] as const
}

const edgesCrumb: Crumb = { label: 'edges.title', to: '/edgeInstances' }
const customersCrumb: Crumb = { label: 'customers.title', to: '/customers' }

/** What customers and edges have. */
const things = [
  ...entityRoutes({ path: '/devices', ...deviceRoom }),
  ...entityRoutes({ path: '/assets', ...assetRoom }),
  ...entityRoutes({ path: '/entityViews', ...entityViewRoom }),
  ...entityRoutes({ path: '/edgeInstances', ...edgeRoom }),
  ...routesBelow('/customers/$customerId/devices', customersCrumb, deviceRoom),
  ...routesBelow('/customers/$customerId/assets', customersCrumb, assetRoom),
  ...routesBelow('/customers/$customerId/edgeInstances', customersCrumb, edgeRoom),
  ...routesBelow('/edgeInstances/$edgeId/devices', edgesCrumb, deviceRoom),
  ...routesBelow('/edgeInstances/$edgeId/assets', edgesCrumb, assetRoom),
  ...routesBelow('/edgeInstances/$edgeId/entityViews', edgesCrumb, entityViewRoom),
  createRoute({
    getParentRoute: () => shell,
    path: '/edgeInstances/$edgeId/ruleChains',
    staticData: { title: 'edges.ruleChains', crumbs: [homeCrumb, edgesCrumb] },
    beforeLoad: ({ context }) => demandAuthority(context, tenantOnly),
    component: lazyPage(() => import('../pages/edges/edge-rule-chains-page.tsx'), 'EdgeRuleChainsPage'),
  }),
] as const

const customers = entityRoutes({
  path: '/customers',
  title: 'customers.title',
  authorities: ['TENANT_ADMIN'],
  list: [() => import('../pages/customers/customers-page.tsx'), 'CustomersPage'],
  page: [() => import('../pages/customers/customers-page.tsx'), 'CustomerPage'],
})

const tenants = entityRoutes({
  path: '/tenants',
  title: 'tenants.title',
  authorities: ['SYS_ADMIN'],
  list: [() => import('../pages/tenants/tenants-page.tsx'), 'TenantsPage'],
  page: [() => import('../pages/tenants/tenants-page.tsx'), 'TenantPage'],
})

const tenantProfiles = entityRoutes({
  path: '/tenantProfiles',
  title: 'tenantProfiles.title',
  authorities: ['SYS_ADMIN'],
  list: [() => import('../pages/tenant-profiles/tenant-profiles-page.tsx'), 'TenantProfilesPage'],
  page: [() => import('../pages/tenant-profiles/tenant-profiles-page.tsx'), 'TenantProfilePage'],
})

const deviceProfilesPage = () => import('../pages/device-profiles/device-profiles-page.tsx')
const deviceProfiles = entityRoutes({
  path: '/deviceProfiles',
  title: 'deviceProfiles.title',
  authorities: tenantOnly,
  list: [deviceProfilesPage, 'DeviceProfilesPage'],
  page: [deviceProfilesPage, 'DeviceProfilePage'],
})

const otaUpdatesPage = () => import('../pages/ota-updates/ota-updates-page.tsx')
const otaUpdates = entityRoutes({
  path: '/otaUpdates',
  title: 'otaUpdates.title',
  authorities: tenantOnly,
  list: [otaUpdatesPage, 'OtaUpdatesPage'],
  page: [otaUpdatesPage, 'OtaPackagePage'],
})

const ruleChainsPage = () => import('../pages/rule-chains/rule-chains-page.tsx')
const widgetsBundlesPage = () => import('../pages/widgets-bundles/widgets-bundles-page.tsx')

/** What happens with messages, and what dashboards are built of. */
const building = [
  ...entityRoutes({
    path: '/ruleChains',
    title: 'ruleChains.title',
    authorities: tenantOnly,
    list: [ruleChainsPage, 'RuleChainsPage'],
    page: [ruleChainsPage, 'RuleChainPage'],
  }),
  ...entityRoutes({
    path: '/edgeManagement/ruleChains',
    title: 'ruleChains.templates',
    authorities: tenantOnly,
    list: [ruleChainsPage, 'EdgeTemplatesPage'],
    page: [ruleChainsPage, 'EdgeTemplatePage'],
  }),
  ...entityRoutes({
    path: '/widgets-bundles',
    title: 'widgetsBundles.title',
    authorities: ['SYS_ADMIN', 'TENANT_ADMIN'],
    list: [widgetsBundlesPage, 'WidgetsBundlesPage'],
    page: [widgetsBundlesPage, 'WidgetsBundlePage'],
  }),
] as const

const usersPage = () => import('../pages/users/users-page.tsx')
const userPage = () => import('../pages/users/user-page.tsx')
const tenantsCrumb: Crumb = { label: 'tenants.title', to: '/tenants' }

const tenantUsers = createRoute({
  getParentRoute: () => shell,
  path: '/tenants/$tenantId/users',
  staticData: { title: 'users.administrators', crumbs: [homeCrumb, tenantsCrumb] },
  beforeLoad: ({ context }) => demandAuthority(context, ['SYS_ADMIN']),
  component: lazyPage(usersPage, 'TenantUsersPage'),
})

const tenantUser = createRoute({
  getParentRoute: () => shell,
  path: '/tenants/$tenantId/users/$entityId',
  staticData: {
    crumbs: [homeCrumb, tenantsCrumb, { label: 'users.administrators', to: '/tenants/$tenantId/users' }],
  },
  beforeLoad: ({ context }) => demandAuthority(context, ['SYS_ADMIN']),
  component: lazyPage(userPage, 'UserPage'),
})

const customerUsers = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$customerId/users',
  staticData: { title: 'users.customerUsers', crumbs: [homeCrumb, customersCrumb] },
  beforeLoad: ({ context }) => demandAuthority(context, ['TENANT_ADMIN']),
  component: lazyPage(usersPage, 'CustomerUsersPage'),
})

const customerUser = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$customerId/users/$entityId',
  staticData: {
    crumbs: [homeCrumb, customersCrumb, { label: 'users.customerUsers', to: '/customers/$customerId/users' }],
  },
  beforeLoad: ({ context }) => demandAuthority(context, ['TENANT_ADMIN']),
  component: lazyPage(userPage, 'UserPage'),
})

/** There is no list of all users. */
const allUsers = createRoute({
  getParentRoute: () => shell,
  path: '/users',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const user = createRoute({
  getParentRoute: () => shell,
  path: '/users/$entityId',
  staticData: { crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => demandAuthority(context, ['SYS_ADMIN', 'TENANT_ADMIN']),
  component: lazyPage(userPage, 'UserPage'),
})

/** Of system administrators and of tenants: who uses the platform. */
const people = [
  ...customers,
  ...tenants,
  ...tenantProfiles,
  tenantUsers,
  tenantUser,
  customerUsers,
  customerUser,
  allUsers,
  user,
] as const

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  staticData: { title: 'profile.title', crumbs: [homeCrumb] },
  component: lazyPage(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
})

const auditLogs = createRoute({
  getParentRoute: () => shell,
  path: '/auditLogs',
  staticData: { title: 'auditLogs.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => demandAuthority(context, ['TENANT_ADMIN']),
  component: lazyPage(() => import('../pages/audit-logs/audit-logs-page.tsx'), 'AuditLogsPage'),
})

const trash = createRoute({
  getParentRoute: () => shell,
  path: '/trash',
  staticData: { title: 'trash.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => demandAuthority(context, ['SYS_ADMIN', 'TENANT_ADMIN']),
  component: lazyPage(() => import('../pages/trash/trash-page.tsx'), 'TrashPage'),
})

const usage = createRoute({
  getParentRoute: () => shell,
  path: '/usage',
  staticData: { title: 'usage.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => demandAuthority(context, tenantOnly),
  component: lazyPage(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
})

const settingsCrumb: Crumb = { label: 'settings.title', to: '/settings' }

/** One page of settings. */
const settingsPage = <const P extends string>(
  path: P,
  title: MessageKey,
  authorities: readonly Authority[],
  ...page: readonly [load: () => Promise<unknown>, name: string]
) =>
  createRoute({
    getParentRoute: () => shell,
    path: `/settings/${path}`,
    staticData: { title, crumbs: [homeCrumb, settingsCrumb] },
    beforeLoad: ({ context }) => demandAuthority(context, authorities),
    component: lazyPage(...page),
  })

const systemOnly: readonly Authority[] = ['SYS_ADMIN']

/** What is set for the whole platform, and for a tenant (pages.md §19). */
const settings = [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    beforeLoad: ({ context }) => {
      demandAuthority(context, ['SYS_ADMIN', 'TENANT_ADMIN'])
      const isSystem = context.signedIn.auth.authority === 'SYS_ADMIN'
      throw redirect({ to: isSystem ? '/settings/general' : '/settings/home', replace: true })
    },
  }),
  settingsPage(
    'general',
    'settings.general',
    systemOnly,
    () => import('../pages/settings/general-page.tsx'),
    'GeneralPage',
  ),
  settingsPage(
    'outgoing-mail',
    'settings.mail',
    systemOnly,
    () => import('../pages/settings/mail-page.tsx'),
    'MailPage',
  ),
  settingsPage('sms-provider', 'settings.sms', systemOnly, () => import('../pages/settings/sms-page.tsx'), 'SmsPage'),
  settingsPage(
    'security-settings',
    'settings.security',
    systemOnly,
    () => import('../pages/settings/security-page.tsx'),
    'SecurityPage',
  ),
  settingsPage(
    'oauth2',
    'oauth2.title',
    systemOnly,
    () => import('../pages/settings/oauth2/oauth2-page.tsx'),
    'OAuth2Page',
  ),
  ...entityRoutes({
    path: '/settings/resources-library',
    title: 'resources.title',
    authorities: ['SYS_ADMIN', 'TENANT_ADMIN'],
    list: [() => import('../pages/settings/resources/resources-page.tsx'), 'ResourcesPage'],
    page: [() => import('../pages/settings/resources/resources-page.tsx'), 'ResourcePage'],
  }),
  settingsPage(
    'home',
    'settings.home',
    tenantOnly,
    () => import('../pages/settings/home-settings-page.tsx'),
    'HomeSettingsPage',
  ),
] as const

const dashboardPage = () => import('../pages/dashboards/dashboard-page.tsx')

/** A list of dashboards, and each of them as what it shows: its details are beside the list alone. */
const dashboardRoutes = <const P extends '/dashboards' | `${string}/dashboards`>(
  path: P,
  crumbs: readonly Crumb[],
  own: Crumb,
  authorities: readonly Authority[],
) =>
  [
    createRoute({
      getParentRoute: () => shell,
      path,
      staticData: { title: 'shell.dashboards', crumbs },
      beforeLoad: ({ context }) => demandAuthority(context, authorities),
      component: lazyPage(() => import('../pages/dashboards/dashboards-page.tsx')),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: `${path}/$dashboardId`,
      staticData: { crumbs: [...crumbs, own] },
      component: lazyPage(dashboardPage),
    }),
  ] as const

const ofCustomer = '/customers/$customerId/dashboards'
const ofEdge = '/edgeInstances/$edgeId/dashboards'
const dashboards = [
  ...dashboardRoutes('/dashboards', [homeCrumb], { label: 'shell.dashboards', to: '/dashboards' }, tenantAndCustomer),
  ...dashboardRoutes(
    ofCustomer,
    [homeCrumb, customersCrumb],
    { label: 'shell.dashboards', to: ofCustomer },
    tenantOnly,
  ),
  ...dashboardRoutes(ofEdge, [homeCrumb, edgesCrumb], { label: 'shell.dashboards', to: ofEdge }, tenantAndCustomer),
] as const

/* Without the shell: the dashboard fills the window. */

const fullScreenDashboard = createRoute({
  getParentRoute: () => guarded,
  path: '/dashboard/$dashboardId',
  staticData: { title: 'shell.dashboard' },
  component: lazyPage(dashboardPage),
})

/** Help pages, each with an address of its own. */
const help = [
  createRoute({
    getParentRoute: () => shell,
    path: '/help',
    beforeLoad: () => {
      throw redirect({ to: '/help/$', params: { _splat: 'index' }, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/help/$',
    staticData: { title: 'help.title', crumbs: [homeCrumb] },
    component: lazyPage(() => import('../pages/help/help-page.tsx'), 'HelpPage'),
  }),
] as const

/** Whatever is not known leads home. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true })
  },
})

const routeTree = root.addChildren([
  start,
  open.addChildren([login, resetRequest, resetPassword, resetExpired, createPassword]),
  guarded.addChildren([
    shell.addChildren([
      home,
      profile,
      ...people,
      ...things,
      ...deviceProfiles,
      ...otaUpdates,
      ...building,
      usage,
      auditLogs,
      trash,
      ...settings,
      ...help,
      ...dashboards,
    ]),
    fullScreenDashboard,
  ]),
  unknown,
])

/** `history`: the browser's when absent. */
export function createAppRouter(services: Services, history?: RouterHistory) {
  return createRouter({
    history,
    routeTree,
    context: services,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 400,
    defaultErrorComponent: PageFailure,
    scrollRestoration: false,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
