/** Plain entities over REST. */

import { type PlainInput, plainSchemas } from '@sonde/model/assignables/plain-entity'
import { kindOf, type PlainType, plainTypes, wordOf } from '@sonde/model/entities/entity-kinds'
import { authorizeCreate } from '../access/authorize-create.ts'
import type { Access } from '../access/operations.ts'
import type { Routes } from '../http/http-app.ts'
import { savedFromBody } from '../http/route-audit.ts'
import { registerAssignableRoutes } from './assignable-calls.ts'
import type { PlainEntities } from './plain-entities.ts'

export interface PlainRouteDeps {
  readonly plainEntities: PlainEntities
  readonly access: Access
}

const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const

export function registerPlainRoutes(routes: Routes, { plainEntities, access }: PlainRouteDeps): void {
  function register<T extends PlainType>(type: T): void {
    const { service, bulkImport } = plainEntities[type]
    const { path, one, many } = kindOf(type)
    const { entity, info, input, search } = plainSchemas(type)
    const word = wordOf(type)
    registerAssignableRoutes(routes, service, {
      type,
      tag: many,
      schema: entity,
      infoSchema: info,
      searchSchema: search,
      removal: `Delete ${one} and its data`,
      ...(bulkImport && { bulkImport }),
      byIds: true,
    })
    routes.add({
      method: 'POST',
      path: `/api/${path}`,
      authorities: tenantUsers,
      summary: `Create or update ${one}`,
      tag: many,
      audit: savedFromBody(type),
      example: { name: `${word} 1`, type: word },
      schema: { body: input, response: entity },
      authorize: authorizeCreate(access, type),
      handle: ({ scope, body }) => service.save(scope, body as PlainInput<T>),
    })
  }
  for (const type of plainTypes) register(type)
}
