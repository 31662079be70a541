import { Injectable, type OnModuleDestroy } from "@nestjs/common";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "#prisma-client";

@Injectable()
export class PrismaService extends PrismaClient implements OnModuleDestroy {
  constructor() {
    const pool = { connectionString: process.env["DATABASE_URL"], max: 10 };
    super({ adapter: new PrismaPg(pool, { schema: "numbered" }) });
  }

  async onModuleDestroy() {
    await this.$disconnect();
  }
}
