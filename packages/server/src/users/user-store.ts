/**
 * Stores users in the relational store. Credentials belong to the auth module, except that they are created with the
 * user.
 */

import { parseJson } from '@sonde/model/exact-json'
import { entityId, type TenantId, type Uuid } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { emailKey } from '@sonde/model/users/email-address'
import type { User } from '@sonde/model/users/user'
import type { SelectQueryBuilder } from 'kysely'
import type { ListDeps } from '../entity-query/entity-list.ts'
import { createTitleSearch, type TitleSearchDeps } from '../entity-query/title-search.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { Statement } from '../storage/relational.ts'
import type { Schema, UserTable } from '../storage/schema.ts'
import { findUserIdByEmail, isEmailTaken } from '../storage/user-emails.ts'

const sortColumns = {
  createdTime: 'user.created_time',
  email: 'user.email',
  name: 'user.email',
  firstName: 'user.first_name',
  lastName: 'user.last_name',
  authority: 'user.authority',
}

export interface UserFilter {
  readonly tenantId: TenantId
  readonly customerId?: string
  readonly authority?: User['authority']
}

/** Initial credentials of a new user. */
export interface NewCredentials {
  /** Null until the user is activated. */
  readonly passwordHash: string | null
  readonly activateToken: string | null
}

export type UserStore = ReturnType<typeof createUserStore>

export type UserStoreDeps = TitleSearchDeps & Pick<ListDeps, 'relational'>

export function createUserStore(deps: UserStoreDeps) {
  const { relational } = deps
  const { build } = relational
  const rows = build.selectFrom('user').selectAll('user')
  /** Joins the credentials, some columns of which are part of the response. */
  const withCredentials = <Row>(of: SelectQueryBuilder<Schema, 'user', Row>) =>
    of
      .innerJoin('user_credentials', 'user_credentials.user_id', 'user.id')
      .select(['enabled', 'failed_login_attempts', 'last_login_ts'])
      .select(({ eb }) => eb('password_hash', 'is not', null).as('has_password'))
  const users = withCredentials(rows)

  const search = createTitleSearch(deps, {
    entityType: 'USER',
    orders: { createdTime: 'createdTime', email: 'text', name: 'text' },
    query: users,
    idColumn: 'user.id',
    itemsOf: (rows) => rows.map(userOf),
  })

  async function find(tenantId: TenantId, id: Uuid<'USER'>): Promise<User | undefined> {
    const row = await relational.first(users.where('user.tenant_id', '=', tenantId).where('user.id', '=', id))
    return row && userOf(row)
  }

  async function findByEmail(email: string): Promise<User | undefined> {
    const id = await findUserIdByEmail(relational, email)
    const row = id && (await relational.first(users.where('user.id', '=', id)))
    return row ? userOf(row) : undefined
  }

  async function hasAuthority(authority: User['authority']): Promise<boolean> {
    const row = await relational.first(
      build.selectFrom('user').select('id').where('authority', '=', authority).limit(1),
    )
    return row !== undefined
  }

  const page = (filter: UserFilter, link: PageLink): Promise<PageData<User>> =>
    search.page({ ...filter, type: filter.authority }, link, () => readPage(filter, link))

  function readPage({ tenantId, customerId, authority }: UserFilter, link: PageLink): Promise<PageData<User>> {
    let query = rows.where('user.tenant_id', '=', tenantId)
    if (customerId !== undefined) query = query.where('user.customer_id', '=', customerId)
    if (authority !== undefined) query = query.where('user.authority', '=', authority)
    return entityPage(relational, query, {
      link,
      sortColumns,
      searchColumns: ['user.email'],
      idColumn: 'user.id',
      beside: withCredentials,
      map: userOf,
    })
  }

  const insert = (user: User, credentials: NewCredentials): Statement[] => [
    relational.statement(
      build.insertInto('user').values({
        id: user.id.id,
        created_time: user.createdTime,
        tenant_id: user.tenantId.id,
        customer_id: user.customerId.id,
        authority: user.authority,
        email_key: emailKey(user.email),
        ...columnsOf(user),
      }),
    ),
    relational.statement(
      build.insertInto('user_credentials').values({
        user_id: user.id.id,
        enabled: credentials.passwordHash === null ? 0 : 1,
        password_hash: credentials.passwordHash,
        activate_token: credentials.activateToken,
        activate_token_ts: user.createdTime,
        tokens_valid_from: 0,
        failed_login_attempts: 0,
        password_ts: user.createdTime,
        email_code_ts: 0,
        mail_ts: 0,
      }),
    ),
  ]

  const update = (user: User): Statement =>
    relational.statement(
      build
        .updateTable('user')
        .set(columnsOf(user))
        // An unchanged email address keeps its stored key.
        .set(({ eb }) => ({
          email_key: eb
            .case()
            .when('email', '=', user.email)
            .then(eb.ref('email_key'))
            .else(emailKey(user.email))
            .end(),
        }))
        .where('tenant_id', '=', user.tenantId.id)
        .where('id', '=', user.id.id),
      { expectRows: 1 },
    )

  /** Deletes a user. The purge deletes the attributes. */
  const remove = (tenantId: TenantId, id: Uuid<'USER'>): Statement[] => [
    relational.statement(build.deleteFrom('relation').where('from_id', '=', id)),
    relational.statement(build.deleteFrom('relation').where('to_id', '=', id)),
    relational.statement(build.deleteFrom('user').where('tenant_id', '=', tenantId).where('id', '=', id), {
      expectRows: 1,
    }),
  ]

  return {
    find,
    findByEmail,
    /** True if a user other than `exceptId` has the address in any spelling. */
    isEmailTaken: (email: string, exceptId: string | null) => isEmailTaken(relational, email, exceptId),
    hasAuthority,
    page,
    insert,
    update,
    remove,
  }
}

/** Keys in `additionalInfo` that the server sets. Ignored in requests. */
const serverKeys = ['userCredentialsEnabled', 'failedLoginAttempts', 'lastLoginTs'] as const

function columnsOf(user: User) {
  const retained = Object.entries((user.additionalInfo ?? {}) as Record<string, unknown>).filter(
    ([key]) => !(serverKeys as readonly string[]).includes(key),
  )
  return {
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    additional_info: retained.length === 0 ? null : JSON.stringify(Object.fromEntries(retained)),
  }
}

type Row = UserTable & {
  readonly enabled: number
  readonly failed_login_attempts: number
  readonly last_login_ts: number | null
  readonly has_password: unknown
}

function userOf(row: Row): User {
  const retained = row.additional_info === null ? {} : (parseJson(row.additional_info) as Record<string, unknown>)
  const known = {
    ...(row.has_password || row.enabled === 1 ? { userCredentialsEnabled: row.enabled === 1 } : {}),
    ...(row.last_login_ts === null ? {} : { lastLoginTs: row.last_login_ts }),
    ...(row.last_login_ts === null && row.failed_login_attempts === 0
      ? {}
      : { failedLoginAttempts: row.failed_login_attempts }),
  }
  const additionalInfo = { ...retained, ...known }
  return {
    id: entityId('USER', row.id),
    createdTime: row.created_time,
    additionalInfo: Object.keys(additionalInfo).length === 0 ? null : additionalInfo,
    tenantId: entityId('TENANT', row.tenant_id),
    customerId: entityId('CUSTOMER', row.customer_id),
    email: row.email,
    authority: row.authority as User['authority'],
    firstName: row.first_name,
    lastName: row.last_name,
    name: row.email,
  }
}
