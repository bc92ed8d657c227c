/** REST API of the resource library. Files are sent as attachments, never inline. */

import { sortDirections } from '@sonde/model/paging'
import { lwm2mObject, resource, resourceInfo, resourceInput } from '@sonde/model/resources/resource'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import { sendAttachment } from '../http/attachment.ts'
import type { Routes } from '../http/http-app.ts'
import { namedInPath, savedFromBody } from '../http/route-audit.ts'
import type { ResourceService } from './resource-service.ts'

export interface ResourceRouteDeps {
  readonly resources: ResourceService
}

const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tenantAdmin = ['TENANT_ADMIN'] as const
const tag = 'resources'
/** Maximum body size: a file of 12 MB as Base64. */
const resourceBodyBytesMax = 16 * 1024 * 1024
/** Maximum objects that a form requests at once. */
const objectsMax = 1_000
const objectsPage = Type.Object({ ...pageQuery, pageSize: Type.Integer({ minimum: 1, maximum: objectsMax }) })

const byId = Type.Object({ resourceId: uuid })
const file = Type.String({ contentMediaType: 'application/octet-stream' })

export function registerResourceRoutes(routes: Routes, { resources }: ResourceRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/resource',
    authorities: administrators,
    summary: 'List resources',
    tag,
    schema: { query: Type.Object(pageQuery), response: pageOf(resourceInfo) },
    handle: ({ scope, query }) => resources.list(scope, linkOf(query)),
  })
  routes.add({
    method: 'POST',
    path: '/api/resource',
    authorities: administrators,
    summary: 'Create or update a resource',
    tag,
    audit: savedFromBody('TB_RESOURCE'),
    bodyBytesMax: resourceBodyBytesMax,
    schema: { body: resourceInput, response: resource },
    handle: ({ scope, body }) => resources.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/resource/info/:resourceId',
    authorities: administrators,
    summary: 'Get a resource without its file',
    tag,
    schema: { params: byId, response: resourceInfo },
    handle: ({ scope, params }) => resources.getInfo(scope, params.resourceId),
  })
  routes.add({
    method: 'GET',
    path: '/api/resource/lwm2m',
    authorities: tenantAdmin,
    summary: 'Get LwM2M objects by resource key',
    tag,
    schema: {
      query: Type.Object({
        sortOrder: Type.Enum([...sortDirections]),
        sortProperty: Type.Enum(['id', 'name']),
        /** `{objectId}_{version}` */
        objectIds: Type.Optional(Type.Array(Type.String(), { maxItems: objectsMax })),
      }),
      response: Type.Array(lwm2mObject),
    },
    handle: ({ scope, query: { objectIds = [], sortProperty, sortOrder } }) =>
      resources.objects(scope, objectIds, { property: sortProperty, order: sortOrder }),
  })
  routes.add({
    method: 'GET',
    path: '/api/resource/lwm2m/page',
    authorities: tenantAdmin,
    summary: 'List LwM2M objects by page',
    tag,
    schema: { query: objectsPage, response: Type.Array(lwm2mObject) },
    handle: ({ scope, query }) => resources.pageOfObjects(scope, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/resource/:resourceId',
    authorities: administrators,
    summary: 'Get a resource with its file as Base64',
    tag,
    schema: { params: byId, response: resource },
    handle: ({ scope, params }) => resources.get(scope, params.resourceId),
  })
  routes.add({
    method: 'GET',
    path: '/api/resource/:resourceId/download',
    authorities: administrators,
    summary: 'Download the file of a resource',
    tag,
    schema: { params: byId, response: file },
    async handle({ scope, params, reply }) {
      const { fileName, data } = await resources.get(scope, params.resourceId)
      return sendAttachment(reply, fileName, Buffer.from(data, 'base64'))
    },
  })
  routes.add({
    method: 'DELETE',
    path: '/api/resource/:resourceId',
    authorities: administrators,
    summary: 'Delete a resource',
    tag,
    audit: namedInPath('DELETED', 'TB_RESOURCE'),
    schema: { params: byId, response: Type.Void() },
    handle: ({ scope, params }) => resources.remove(scope, params.resourceId),
  })
}
