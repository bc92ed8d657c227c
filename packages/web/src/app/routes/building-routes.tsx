/** Routes of alarms, Explore, message processing and widget libraries. */

import { createRoute } from '@tanstack/react-router'
import { requireAuthority } from '../route-guard.ts'
import { administrators, homeCrumb, lazyPage, shell, tenantAndCustomer, tenantOnly } from './base-routes.tsx'
import { entityRoutes, roomOf } from './room-routes.tsx'

const ruleChainsPage = () => import('../../pages/rule-chains/rule-chains-page.tsx')
const widgetsBundlesPage = () => import('../../pages/widgets-bundles/widgets-bundles-page.tsx')

const alarms = createRoute({
  getParentRoute: () => shell,
  path: '/alarms',
  staticData: { title: 'alarms.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, tenantAndCustomer),
  component: lazyPage(() => import('../../pages/alarms/alarms-page.tsx'), 'AlarmsPage'),
})

const explore = createRoute({
  getParentRoute: () => shell,
  path: '/explore',
  staticData: { title: 'explore.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, tenantAndCustomer),
  component: lazyPage(() => import('../../pages/explore/explore-page.tsx'), 'ExplorePage'),
})

const deadLetters = createRoute({
  getParentRoute: () => shell,
  path: '/deadLetters',
  staticData: { title: 'deadLetters.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, administrators),
  component: lazyPage(() => import('../../pages/dead-letters/dead-letters-page.tsx'), 'DeadLettersPage'),
})

export const buildingRoutes = [
  alarms,
  explore,
  deadLetters,
  ...entityRoutes(
    roomOf('RULE_CHAIN', {
      list: [ruleChainsPage, 'RuleChainsPage'],
      page: [ruleChainsPage, 'RuleChainPage'],
    }),
  ),
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
    authorities: administrators,
    list: [widgetsBundlesPage, 'WidgetsBundlesPage'],
    page: [widgetsBundlesPage, 'WidgetsBundlePage'],
  }),
] as const
