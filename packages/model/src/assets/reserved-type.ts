/** Reserved by the wire for the platform's own queues; apart from the schemas, so that pages can know it without them. */
export const reservedAssetType = 'TbServiceQueue'
