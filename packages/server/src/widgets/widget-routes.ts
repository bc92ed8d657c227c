/** Widget bundles and widget types over REST. */

import { badRequest } from '@sonde/model/errors'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import { widgetType, widgetTypeDetails, widgetTypeInfo, widgetTypeInput } from '@sonde/model/widgets/widget-type'
import { widgetsBundle, widgetsBundleInput } from '@sonde/model/widgets/widgets-bundle'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { WidgetTypeService } from './widget-type-service.ts'
import type { WidgetsBundleService } from './widgets-bundle-service.ts'

export interface WidgetRouteParts {
  readonly bundles: WidgetsBundleService
  readonly types: WidgetTypeService
}

const everyone = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'widgets'
/** Bytes: an image of a million characters and text beside it. */
const bundleBytesMax = 4 * 1024 * 1024
/** Bytes: an image, scripts, styles and schemas. */
const typeBytesMax = 8 * 1024 * 1024

const bundleId = Type.Object({ widgetsBundleId: uuid })
const typeId = Type.Object({ widgetTypeId: uuid })
/** A page of them, or all without. */
const bundlesQuery = Type.Object({
  ...pageQuery,
  pageSize: Type.Optional(pageQuery.pageSize),
  page: Type.Optional(pageQuery.page),
})
const bundleName = { isSystem: Type.Boolean(), bundleAlias: Type.String({ minLength: 1 }) }

export function registerWidgetRoutes(routes: Routes, parts: WidgetRouteParts): void {
  registerBundles(routes, parts)
  registerTypes(routes, parts)
}

function registerBundles(routes: Routes, { bundles }: WidgetRouteParts): void {
  routes.add({
    method: 'GET',
    path: '/api/widgetsBundles',
    authorities: everyone,
    summary: "The system's widget bundles and the tenant's own: a page of them, or all",
    tag,
    schema: { query: bundlesQuery, response: Type.Union([pageOf(widgetsBundle), Type.Array(widgetsBundle)]) },
    handle({ scope, query: { pageSize, page, ...rest } }) {
      if (pageSize === undefined && page === undefined) return bundles.list(scope)
      if (pageSize === undefined || page === undefined) {
        throw badRequest('Give both pageSize and page for a page, or neither for all bundles.')
      }
      return bundles.page(scope, linkOf({ ...rest, pageSize, page }))
    },
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetsBundle/:widgetsBundleId',
    authorities: everyone,
    summary: 'A widget bundle',
    tag,
    schema: { params: bundleId, response: widgetsBundle },
    handle: ({ scope, params }) => bundles.get(scope, params.widgetsBundleId),
  })
  routes.add({
    method: 'POST',
    path: '/api/widgetsBundle',
    authorities: administrators,
    summary: 'Creates a widget bundle, or changes the one with the id',
    tag,
    bodyBytesMax: bundleBytesMax,
    schema: { body: widgetsBundleInput, response: widgetsBundle },
    handle: ({ scope, body }) => bundles.save(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/widgetsBundle/:widgetsBundleId',
    authorities: administrators,
    summary: 'Deletes a widget bundle with its types',
    tag,
    schema: { params: bundleId, response: Type.Void() },
    handle: ({ scope, params }) => bundles.remove(scope, params.widgetsBundleId),
  })
}

function registerTypes(routes: Routes, { types }: WidgetRouteParts): void {
  routes.add({
    method: 'GET',
    path: '/api/widgetType',
    authorities: everyone,
    summary: 'A widget type as a dashboard names it',
    tag,
    schema: { query: Type.Object({ ...bundleName, alias: Type.String({ minLength: 1 }) }), response: widgetType },
    handle: ({ scope, query: { alias, ...bundle } }) => types.getByAlias(scope, bundle, alias),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetType/:widgetTypeId',
    authorities: administrators,
    summary: 'A widget type with its image and description',
    tag,
    schema: { params: typeId, response: widgetTypeDetails },
    handle: ({ scope, params }) => types.get(scope, params.widgetTypeId),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetTypes',
    authorities: administrators,
    summary: 'Widget types of a bundle, oldest first',
    tag,
    schema: { query: Type.Object(bundleName), response: Type.Array(widgetType) },
    handle: ({ scope, query }) => types.list(scope, query),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetTypesDetails',
    authorities: administrators,
    summary: 'Widget types of a bundle with their images and descriptions, oldest first',
    tag,
    schema: { query: Type.Object(bundleName), response: Type.Array(widgetTypeDetails) },
    handle: ({ scope, query }) => types.listDetails(scope, query),
  })
  routes.add({
    method: 'GET',
    path: '/api/widgetTypesInfos',
    authorities: administrators,
    summary: 'Widget types of a bundle without their descriptors, oldest first',
    tag,
    schema: { query: Type.Object(bundleName), response: Type.Array(widgetTypeInfo) },
    handle: ({ scope, query }) => types.listInfos(scope, query),
  })
  routes.add({
    method: 'POST',
    path: '/api/widgetType',
    authorities: administrators,
    summary: 'Creates a widget type, or changes the one with the id',
    tag,
    bodyBytesMax: typeBytesMax,
    schema: { body: widgetTypeInput, response: widgetTypeDetails },
    handle: ({ scope, body }) => types.save(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/widgetType/:widgetTypeId',
    authorities: administrators,
    summary: 'Deletes a widget type',
    tag,
    schema: { params: typeId, response: Type.Void() },
    handle: ({ scope, params }) => types.remove(scope, params.widgetTypeId),
  })
}
