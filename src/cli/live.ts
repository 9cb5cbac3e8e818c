export async function live(_scenario: string | undefined, _options: object): Promise<void> {}
