/**
 * A place for what pages remember of a user, and lists of users in the order of their time at once.
 *
 * - `user_setting.value`: a JSON object. How users left their tables moves here, out of their additional information; so it
 *   does for users in the trash. The JSON functions are SQLite's, as those of the trash are.
 * - The lists of users: all of a tenant, its administrators, and those of a customer.
 */

export const name = '0018-user-settings'

/** Of the column or expression, which holds a user's additional information. */
const hasLayouts = (info: string) => `${info} like '%"tableLayouts"%'
  and json_type(${info}) = 'object' and json_type(${info}, '$.tableLayouts') is not null`
// As text: what JSON functions give would be JSON in the next one.
const withoutLayouts = (info: string) => `(nullif(json_remove(${info}, '$.tableLayouts'), '{}') || '')`
const layouts = (info: string) => `(json_extract(${info}, '$.tableLayouts') || '')`
const isObject = (info: string) => `json_type(${info}, '$.tableLayouts') = 'object'`
const inTrash = `json_extract(snapshot, '$.user[0].additional_info')`

export const up: readonly string[] = [
  `create table user_setting (user_id text not null references "user" (id) on delete cascade, name text not null,
     value text not null, primary key (user_id, name))`,
  `insert into user_setting (user_id, name, value) select id, 'tableLayouts', ${layouts('additional_info')} from "user"
     where ${hasLayouts('additional_info')} and ${isObject('additional_info')}`,
  `update "user" set additional_info = ${withoutLayouts('additional_info')} where ${hasLayouts('additional_info')}`,
  `update trash set snapshot = json_set(snapshot, '$.user[0].additional_info', ${withoutLayouts(inTrash)},
     '$.user_setting', case when ${isObject(inTrash)}
       then json_array(json_object('user_id', id, 'name', 'tableLayouts', 'value', ${layouts(inTrash)}))
       else json_array() end)
     where entity_type = 'USER' and ${hasLayouts(inTrash)}`,
  `create index user_by_time on "user" (tenant_id, created_time, id)`,
  `create index user_by_authority on "user" (tenant_id, authority, created_time, id)`,
  `create index user_by_customer on "user" (tenant_id, customer_id, created_time, id)`,
  `drop index user_by_owner`,
]
