/** A server with a tenant, for tests of the trash over REST. */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { PageData } from '@sonde/model/paging'
import type { TrashItem } from '@sonde/model/trash/trash'
import { startTestPlatform } from '../platform-testing.ts'

export interface TestEntity {
  readonly id: { readonly entityType: string; readonly id: string }
  readonly name: string
  readonly customerId: { readonly id: string }
}

export async function openTrash(
  t: TestContext,
  limits: object = {},
  settings: Record<string, string> = {},
  ...more: [options?: Parameters<typeof startTestPlatform>[2]]
) {
  const platform = await startTestPlatform(t, settings, ...more)
  const { token, device: first, accessToken } = await platform.tenant(limits)
  const call = <T = TestEntity>(method: string, path: string, body?: object, as = token) =>
    platform.call<T>(method, path, as, body)

  async function ok<T = TestEntity>(method: string, path: string, body?: object): Promise<T> {
    const answer = await call<T>(method, path, body)
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`)
    return answer.body
  }

  return {
    ...platform,
    call,
    ok,
    token,
    first: first.id.id,
    accessToken,
    make: (kind: string, body: object) => ok(`POST`, `/api/${kind}`, body),
    list: (query = '') => ok<PageData<TrashItem>>('GET', `/api/v2/trash?pageSize=100&page=0${query}`),
    restore: <T = TestEntity>(id: string, body: object = {}) => call<T>('POST', `/api/v2/trash/${id}/restore`, body),
    relate: (from: TestEntity, to: TestEntity) =>
      ok('POST', '/api/relation', { from: from.id, to: to.id, type: 'Contains' }),
    relations: async (entity: TestEntity) =>
      (
        await ok<{ to: { id: string } }[]>(
          'GET',
          `/api/relations?fromId=${entity.id.id}&fromType=${entity.id.entityType}`,
        )
      ).map(({ to }) => to.id),
  }
}
