/** Modules that the build writes: `build/icon-shards.ts`. */

declare module 'virtual:icons?common' {
  const shard: import('./icon-shape.ts').IconShard
  export default shard
}

declare module 'virtual:icons?shards' {
  const shards: import('./icon-shape.ts').IconShards
  export default shards
}

declare module 'virtual:icons?names' {
  const names: import('./icon-shape.ts').IconNames
  export default names
}
