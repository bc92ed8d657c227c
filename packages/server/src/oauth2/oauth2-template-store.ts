/** Stores templates of OAuth2 registrations in the relational store. */

import type { OAuth2Template } from '@sonde/model/oauth2/oauth2'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export type OAuth2TemplateStore = ReturnType<typeof createOAuth2TemplateStore>

export function createOAuth2TemplateStore(relational: RelationalStore) {
  const { build } = relational
  const rows = build.selectFrom('oauth2_template').selectAll()

  async function all(): Promise<OAuth2Template[]> {
    const found = await relational.all(rows.orderBy('created_time').orderBy('id'))
    return found.map(({ body }) => JSON.parse(body) as OAuth2Template)
  }

  async function find(id: string): Promise<OAuth2Template | undefined> {
    const row = await relational.first(rows.where('id', '=', id))
    return row && (JSON.parse(row.body) as OAuth2Template)
  }

  const insert = (template: OAuth2Template): Statement =>
    relational.statement(
      build.insertInto('oauth2_template').values({
        id: template.id.id,
        created_time: template.createdTime,
        provider_id: template.providerId,
        body: JSON.stringify(template),
      }),
    )

  const update = (template: OAuth2Template): Statement =>
    relational.statement(
      build
        .updateTable('oauth2_template')
        .set({ provider_id: template.providerId, body: JSON.stringify(template) })
        .where('id', '=', template.id.id),
      { expectRows: 1 },
    )

  const remove = (id: string): Statement =>
    relational.statement(build.deleteFrom('oauth2_template').where('id', '=', id), { expectRows: 1 })

  return { all, find, insert, update, remove }
}
