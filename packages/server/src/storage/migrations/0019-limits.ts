/** Limits of a tenant profile that differ from the server's, as JSON by name. */

export const name = '0019-limits'

export const up = [`alter table tenant_profile add column limits text not null default '{}'`]
