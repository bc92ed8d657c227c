/** The trash over REST. */

import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import { emptied, restoration, restored, takenParts, trashItem, trashSettings } from '@sonde/model/trash/trash'
import { trashedTypes } from '@sonde/model/trash/trashed-types'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { TrashService } from './trash-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'trash'
const params = Type.Object({ entityId: uuid })

export interface TrashRouteDeps {
  readonly trash: TrashService
  /** `SONDE_TRASH_DAYS` */
  readonly days: number
}

export function registerTrashRoutes(routes: Routes, { trash, days }: TrashRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/v2/trash',
    authorities,
    summary: 'List deleted entities that can be restored',
    tag,
    schema: {
      query: Type.Object({ ...pageQuery, entityType: Type.Optional(Type.Enum([...trashedTypes])) }),
      response: pageOf(trashItem),
    },
    handle: ({ scope, query: { entityType, ...link } }) => trash.list(scope, entityType, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/trash/settings',
    authorities,
    summary: 'Get how long deleted entities can be restored',
    tag,
    schema: { response: trashSettings },
    handle: () => ({ days }),
  })
  routes.add({
    method: 'POST',
    path: '/api/v2/trash/:entityId/restore',
    authorities,
    summary: 'Restore an entity from the trash',
    tag,
    audit: 'none: failures are not logged',
    schema: { params, body: restoration, response: restored },
    answers: {
      409: {
        description: 'Its name or its credentials are in use; choose others',
        schema: Type.Object({ message: Type.String(), taken: Type.Enum([...takenParts]) }),
      },
    },
    example: { name: 'Pump 1 (restored)' },
    handle: ({ scope, params: { entityId }, body }) => trash.restore(scope, entityId, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/v2/trash/:entityId',
    authorities,
    summary: 'Delete an entity from the trash permanently',
    tag,
    audit: 'none: failures are not logged',
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { entityId } }) => trash.remove(scope, entityId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/v2/trash',
    authorities,
    summary: 'Empty the trash permanently',
    tag,
    audit: 'none: failures are not logged',
    schema: { response: emptied },
    handle: async ({ scope }) => ({ deleted: await trash.empty(scope) }),
  })
}
