/** Routes of the help pages. */

import { createRoute, redirect } from '@tanstack/react-router'
import { homeCrumb, lazyPage, shell } from './base-routes.tsx'

const helpPage = lazyPage(() => import('../../pages/help/help-page.tsx'), 'HelpPage')

export const helpRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/help',
    beforeLoad: () => {
      throw redirect({ to: '/help/$', params: { _splat: 'index' }, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/help/index',
    staticData: { title: 'help.title', crumbs: [homeCrumb] },
    component: helpPage,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/help/$',
    staticData: { title: 'help.title', crumbs: [homeCrumb, { label: 'help.title', to: '/help' }] },
    component: helpPage,
  }),
] as const
