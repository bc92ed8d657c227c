/**
 * What visitors may do with public devices and assets, and the tenants from which a tenant accepts devices; both as JSON.
 * Waiting RPC calls are counted by tenant.
 */

export const name = '0021-visitors-and-moves'

export const up = [
  `create table visitor_right (device_id text unique references device (id) on delete cascade,
     asset_id text unique references asset (id) on delete cascade, rights text not null)`,
  `create table device_acceptance (tenant_id text primary key references tenant (id) on delete cascade,
     from_tenants text not null)`,
  `create index rpc_by_tenant_status on rpc (tenant_id, status)`,
]
