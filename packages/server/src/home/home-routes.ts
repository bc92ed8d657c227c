/** REST API of the initial data of pages. */

import { homeFacts, pageStart } from '@sonde/model/home/home'
import type { Routes } from '../http/http-app.ts'
import type { HomeService } from './home-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'home'

export function registerHomeRoutes(routes: Routes, { home }: { readonly home: HomeService }): void {
  routes.add({
    method: 'GET',
    path: '/api/v2/page-start',
    authorities,
    summary: "Get the caller's home dashboard, the limits of pages, and the caller's UI settings",
    tag,
    schema: { response: pageStart },
    handle: ({ scope }) => home.pageStart(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/home',
    authorities,
    summary: 'Get the number of entities of each type, active devices, and what is set up',
    tag,
    schema: { response: homeFacts },
    handle: ({ scope }) => home.facts(scope),
  })
}
