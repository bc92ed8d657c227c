/** `body.crc` is the CRC-32 of its bytes, so that a check finds what no header tells of; null: an older version wrote it. */

export const name = '0006-body-checksums'

export const up: readonly string[] = ['alter table body add column crc integer']
