/** REST routes of dead letters. Tenant administrators see those of their tenant, system administrators see all. */

import { deadLetter, deadLetterCount, deadLetterMessage } from '@sonde/model/dead-letters/dead-letter'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { DeadLetters } from './dead-letter-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'dead letters'
const params = Type.Object({ deadLetterId: uuid })

export function registerDeadLetterRoutes(routes: Routes, { deadLetters }: { readonly deadLetters: DeadLetters }): void {
  routes.add({
    method: 'GET',
    path: '/api/v2/deadLetters',
    authorities,
    summary: 'List messages that could not be processed',
    tag,
    schema: { query: Type.Object(pageQuery), response: pageOf(deadLetter) },
    handle: ({ scope, query }) => deadLetters.list(scope, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/deadLetters/:deadLetterId',
    authorities,
    summary: 'Get a message that could not be processed, with its data',
    tag,
    schema: { params, response: deadLetterMessage },
    handle: ({ scope, params: { deadLetterId } }) => deadLetters.get(scope, deadLetterId),
  })
  routes.add({
    method: 'POST',
    path: '/api/v2/deadLetters/:deadLetterId/replay',
    authorities,
    summary: 'Process a message again',
    tag,
    audit: 'none: dead letters are not logged',
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { deadLetterId } }) => deadLetters.replay(scope, deadLetterId),
  })
  routes.add({
    method: 'POST',
    path: '/api/v2/deadLetters/replay',
    authorities,
    summary: 'Process all matching messages again',
    tag,
    audit: 'none: dead letters are not logged',
    schema: { response: deadLetterCount },
    handle: async ({ scope }) => ({ count: await deadLetters.replayAll(scope) }),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/v2/deadLetters/:deadLetterId',
    authorities,
    summary: 'Delete a message',
    tag,
    audit: 'none: dead letters are not logged',
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { deadLetterId } }) => deadLetters.remove(scope, deadLetterId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/v2/deadLetters',
    authorities,
    summary: 'Delete all matching messages',
    tag,
    audit: 'none: dead letters are not logged',
    schema: { response: deadLetterCount },
    handle: async ({ scope }) => ({ count: await deadLetters.removeAll(scope) }),
  })
}
