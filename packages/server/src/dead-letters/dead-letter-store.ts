/** Relational storage of dead letters. */

import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { type EntityType, entityId, NIL_UUID, type TenantId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type SelectQueryBuilder, sql } from 'kysely'
import { entityNameSql } from '../entity-query/entity-tables.ts'
import type { Message } from '../messages/message.ts'
import { decodeMessages, encodeMessages } from '../messages/message-codec.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { DeadLetterTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { Schema } from '../storage/schema.ts'

const sortColumns = {
  createdTime: 'created_time',
  messageType: 'message_type',
  reason: 'reason',
  size: 'size',
}

const columns = [
  'id',
  'created_time',
  'tenant_id',
  'entity_type',
  'entity_id',
  'message_type',
  'message_ts',
  'reason',
  'size',
] as const

/** Adds the names of tenant and originator, for display. */
const withNames = <Row>(letters: SelectQueryBuilder<Schema, 'dead_letter', Row>) =>
  letters.select([
    sql<string | null>`(select title from tenant where tenant.id = dead_letter.tenant_id)`.as('tenant_name'),
    entityNameSql('dead_letter.entity_type', 'dead_letter.entity_id').as('originator_name'),
  ])

/** Names of the chain and node at which a message starts. Null: the message names none, or it was deleted. */
export interface StartNames {
  readonly ruleChainName: string | null
  readonly ruleNodeName: string | null
}

export interface NewDeadLetter {
  readonly id: string
  readonly createdTime: number
  readonly message: Message
  readonly reason: string
}

export type DeadLetterStore = ReturnType<typeof createDeadLetterStore>

export function createDeadLetterStore(relational: RelationalStore) {
  const { build } = relational

  /** Dead letters of a tenant; NIL_UUID: of all tenants. */
  const ofTenant = (tenantId: TenantId) => {
    const letters = build.selectFrom('dead_letter').select(columns)
    return tenantId === NIL_UUID ? letters : letters.where('tenant_id', '=', tenantId)
  }

  const page = (tenantId: TenantId, link: PageLink): Promise<PageData<DeadLetter>> =>
    entityPage(relational, ofTenant(tenantId), {
      link,
      sortColumns,
      searchColumns: ['message_type', 'reason'],
      idColumn: 'id',
      beside: withNames,
      map: deadLetterOf,
    })

  async function find(tenantId: TenantId, id: string): Promise<{ letter: DeadLetter; message: Message } | undefined> {
    const row = await relational.first(withNames(ofTenant(tenantId)).select('message').where('id', '=', id))
    const message = row && decodeMessages(row.message)[0]
    return row && message && { letter: deadLetterOf(row), message }
  }

  async function startNames({ tenantId, ruleChainId, ruleNodeId }: Message): Promise<StartNames> {
    const [chain, node] = await Promise.all([
      ruleChainId === null
        ? undefined
        : relational.first(
            build
              .selectFrom('rule_chain')
              .select('name')
              .where('tenant_id', '=', tenantId)
              .where('id', '=', ruleChainId),
          ),
      ruleNodeId === null
        ? undefined
        : relational.first(
            build
              .selectFrom('rule_node')
              .innerJoin('rule_chain', 'rule_chain.id', 'rule_node.rule_chain_id')
              .select('rule_node.name')
              .where('rule_chain.tenant_id', '=', tenantId)
              .where('rule_node.id', '=', ruleNodeId),
          ),
    ])
    return { ruleChainName: chain?.name ?? null, ruleNodeName: node?.name ?? null }
  }

  /** The oldest dead letters, up to `limit`. */
  async function oldest(tenantId: TenantId, limit: number): Promise<{ id: string; message: Message }[]> {
    const rows = await relational.all(
      ofTenant(tenantId).select('message').orderBy('created_time').orderBy('id').limit(limit),
    )
    return rows.flatMap(({ id, message }) => decodeMessages(message).map((each) => ({ id, message: each })))
  }

  function insert({ id, createdTime, message, reason }: NewDeadLetter): Statement {
    const bytes = encodeMessages([message])
    return relational.statement(
      build.insertInto('dead_letter').values({
        id,
        created_time: createdTime,
        tenant_id: message.tenantId,
        entity_type: message.originator.entityType,
        entity_id: message.originator.id,
        message_type: message.type,
        message_ts: message.ts,
        reason,
        size: bytes.length,
        message: bytes,
      }),
    )
  }

  /** Deletes a tenant's oldest dead letters above a number or a total size in bytes. */
  function trim(tenantId: TenantId, countMax: number, bytesMax: number): Statement {
    return relational.statement(
      build.deleteFrom('dead_letter').where(
        'id',
        'in',
        sql<string>`(select id from (
          select id, row_number() over newest as number, sum(size) over newest as bytes
          from dead_letter where tenant_id = ${tenantId} window newest as (order by created_time desc, id desc)
        ) where number > ${countMax} or bytes > ${bytesMax})`,
      ),
    )
  }

  /** With `expectRows`, the transaction fails if a dead letter is already deleted, so that it isn't replayed twice. */
  const remove = (ids: readonly string[], expectRows?: number): Statement =>
    relational.statement(
      build.deleteFrom('dead_letter').where('id', 'in', ids),
      expectRows === undefined ? {} : { expectRows },
    )

  async function count(tenantId: TenantId): Promise<number> {
    const letters = build.selectFrom('dead_letter').select(sql<number>`count(*)`.as('count'))
    const row = await relational.first(tenantId === NIL_UUID ? letters : letters.where('tenant_id', '=', tenantId))
    return Number(row?.count ?? 0)
  }

  return { page, find, startNames, oldest, insert, trim, remove, count }
}

type ShownRow = Omit<DeadLetterTable, 'message'> & {
  readonly tenant_name: string | null
  readonly originator_name: string | null
}

const deadLetterOf = (row: ShownRow): DeadLetter => ({
  id: row.id,
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  tenantName: row.tenant_name,
  originator: entityId(row.entity_type as EntityType, row.entity_id),
  originatorName: row.originator_name,
  messageType: row.message_type,
  messageTs: row.message_ts,
  reason: row.reason,
  size: row.size,
})
