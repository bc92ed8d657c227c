/** The trash over REST. */

import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import {
  emptied,
  restoration,
  restored,
  takenParts,
  trashedTypes,
  trashItem,
  trashSettings,
} from '@sonde/model/trash/trash'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { TrashService } from './trash-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'trash'
const params = Type.Object({ entityId: uuid })

export interface TrashRouteParts {
  readonly trash: TrashService
  /** `SONDE_TRASH_DAYS` */
  readonly days: number
}

export function registerTrashRoutes(routes: Routes, { trash, days }: TrashRouteParts): void {
  routes.add({
    method: 'GET',
    path: '/api/v2/trash',
    authorities,
    summary: 'What was deleted and can be brought back',
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
    summary: 'How long deleted things can be brought back',
    tag,
    schema: { response: trashSettings },
    handle: () => ({ days }),
  })
  routes.add({
    method: 'POST',
    path: '/api/v2/trash/:entityId/restore',
    authorities,
    summary: 'Brings something back from the trash',
    tag,
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
    summary: 'Deletes something in the trash for good',
    tag,
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { entityId } }) => trash.remove(scope, entityId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/v2/trash',
    authorities,
    summary: 'Deletes everything in the trash for good',
    tag,
    schema: { response: emptied },
    handle: async ({ scope }) => ({ deleted: await trash.empty(scope) }),
  })
}
