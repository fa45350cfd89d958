const DAYS_BY_DEFAULT = 90;

/** Days after which the program deletes its backups, as the legal texts promise. @param days BACKUP_DAYS */
export const backupDays = (days: number | undefined): number => days ?? DAYS_BY_DEFAULT;
