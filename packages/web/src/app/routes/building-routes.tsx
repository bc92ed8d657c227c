/** What happens with messages, and what dashboards are built of. */

import { createRoute } from '@tanstack/react-router'
import { requireAuthority } from '../route-guard.ts'
import { administrators, homeCrumb, lazyPage, shell, tenantOnly } from './base-routes.tsx'
import { entityRoutes } from './room-routes.tsx'

const ruleChainsPage = () => import('../../pages/rule-chains/rule-chains-page.tsx')
const widgetsBundlesPage = () => import('../../pages/widgets-bundles/widgets-bundles-page.tsx')

const deadLetters = createRoute({
  getParentRoute: () => shell,
  path: '/deadLetters',
  staticData: { title: 'deadLetters.title', crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, administrators),
  component: lazyPage(() => import('../../pages/dead-letters/dead-letters-page.tsx'), 'DeadLettersPage'),
})

export const buildingRoutes = [
  deadLetters,
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
    authorities: administrators,
    list: [widgetsBundlesPage, 'WidgetsBundlesPage'],
    page: [widgetsBundlesPage, 'WidgetsBundlePage'],
  }),
] as const
