/** REST API of widget bundles and widget types. */

import { badRequest } from '@sonde/model/errors'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import { widgetType, widgetTypeDetails, widgetTypeInfo, widgetTypeInput } from '@sonde/model/widgets/widget-type'
import { widgetsBundle, widgetsBundleInput } from '@sonde/model/widgets/widgets-bundle'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { namedInPath, savedFromBody } from '../http/route-audit.ts'
import type { WidgetTypeService } from './widget-type-service.ts'
import type { WidgetsBundleService } from './widgets-bundle-service.ts'

export interface WidgetRouteDeps {
  readonly bundles: WidgetsBundleService
  readonly types: WidgetTypeService
}

const everyone = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'widgets'
/** Maximum body size of a bundle: an image of a million characters plus text. */
const bundleBytesMax = 4 * 1024 * 1024
/** Maximum body size of a type: an image, scripts, styles and schemas. */
const typeBytesMax = 8 * 1024 * 1024

const bundleId = Type.Object({ widgetsBundleId: uuid })
const typeId = Type.Object({ widgetTypeId: uuid })
/** Returns a page, or all bundles without these parameters. */
const bundlesQuery = Type.Object({
  ...pageQuery,
  pageSize: Type.Optional(pageQuery.pageSize),
  page: Type.Optional(pageQuery.page),
})
const bundleName = { isSystem: Type.Boolean(), bundleAlias: Type.String({ minLength: 1 }) }

export function registerWidgetRoutes(routes: Routes, deps: WidgetRouteDeps): void {
  registerBundles(routes, deps)
  registerTypes(routes, deps)
}

function registerBundles(routes: Routes, { bundles }: WidgetRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/widgetsBundles',
    authorities: everyone,
    summary: 'List widget bundles of the system and the tenant, by page or all',
    tag,
    schema: { query: bundlesQuery, response: Type.Union([pageOf(widgetsBundle), Type.Array(widgetsBundle)]) },
    handle({ scope, query: { pageSize, page, ...rest } }) {
      if (pageSize === undefined && page === undefined) return bundles.list(scope)
      if (pageSize === undefined || page === undefined) {
        throw badRequest('Specify both pageSize and page for a page, or neither for all bundles.')
      }
      return bundles.page(scope, linkOf({ ...rest, pageSize, page }))
    },
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetsBundle/:widgetsBundleId',
    authorities: everyone,
    summary: 'Get a widget bundle',
    tag,
    schema: { params: bundleId, response: widgetsBundle },
    handle: ({ scope, params }) => bundles.get(scope, params.widgetsBundleId),
  })
  routes.add({
    method: 'POST',
    path: '/api/widgetsBundle',
    authorities: administrators,
    summary: 'Create or update a widget bundle',
    tag,
    audit: savedFromBody('WIDGETS_BUNDLE'),
    bodyBytesMax: bundleBytesMax,
    schema: { body: widgetsBundleInput, response: widgetsBundle },
    handle: ({ scope, body }) => bundles.save(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/widgetsBundle/:widgetsBundleId',
    authorities: administrators,
    summary: 'Delete a widget bundle and its widget types',
    tag,
    audit: namedInPath('DELETED', 'WIDGETS_BUNDLE'),
    schema: { params: bundleId, response: Type.Void() },
    handle: ({ scope, params }) => bundles.remove(scope, params.widgetsBundleId),
  })
}

function registerTypes(routes: Routes, { types }: WidgetRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/widgetType',
    authorities: everyone,
    summary: 'Get a widget type by bundle and type alias',
    tag,
    schema: { query: Type.Object({ ...bundleName, alias: Type.String({ minLength: 1 }) }), response: widgetType },
    handle: ({ scope, query: { alias, ...bundle } }) => types.getByAlias(scope, bundle, alias),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetType/:widgetTypeId',
    authorities: administrators,
    summary: 'Get a widget type with its image and description',
    tag,
    schema: { params: typeId, response: widgetTypeDetails },
    handle: ({ scope, params }) => types.get(scope, params.widgetTypeId),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetTypes',
    authorities: administrators,
    summary: 'List widget types of a bundle, oldest first',
    tag,
    schema: { query: Type.Object(bundleName), response: Type.Array(widgetType) },
    handle: ({ scope, query }) => types.list(scope, query),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetTypesDetails',
    authorities: administrators,
    summary: 'List widget types of a bundle with images and descriptions, oldest first',
    tag,
    schema: { query: Type.Object(bundleName), response: Type.Array(widgetTypeDetails) },
    handle: ({ scope, query }) => types.listDetails(scope, query),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetTypesInfos',
    authorities: administrators,
    summary: 'List widget types of a bundle without descriptors, oldest first',
    tag,
    schema: { query: Type.Object(bundleName), response: Type.Array(widgetTypeInfo) },
    handle: ({ scope, query }) => types.listInfos(scope, query),
  })
  routes.add({
    method: 'POST',
    path: '/api/widgetType',
    authorities: administrators,
    summary: 'Create or update a widget type',
    tag,
    audit: savedFromBody('WIDGET_TYPE'),
    bodyBytesMax: typeBytesMax,
    schema: { body: widgetTypeInput, response: widgetTypeDetails },
    handle: ({ scope, body }) => types.save(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/widgetType/:widgetTypeId',
    authorities: administrators,
    summary: 'Delete a widget type',
    tag,
    audit: namedInPath('DELETED', 'WIDGET_TYPE'),
    schema: { params: typeId, response: Type.Void() },
    handle: ({ scope, params }) => types.remove(scope, params.widgetTypeId),
  })
}
